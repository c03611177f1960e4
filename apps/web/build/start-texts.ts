import { readFileSync } from 'node:fs'
import { LANGUAGE_TAGS } from '@timezone-registry/zones/place-of'
import { TEXTS } from '@timezone-registry/zones/texts'
import { loadCities } from '@timezone-registry/zones/zone-data'
import type { Plugin } from 'vite'
import { virtualModule } from './zone-data.ts'

const MODULE = 'virtual:start-texts/'
const PLACEHOLDER = 'const startTexts = {}'

/** One module a language with what every view says and what it calls cities, which the script in `index.html` requests early. */
export function startTexts(): Plugin[] {
  return [
    ...LANGUAGE_TAGS.map((language) =>
      virtualModule(MODULE + language, {
        cities: () => loadCities(language),
        texts: () => ({ ...TEXTS[language], ...readTexts(language) }),
      }),
    ),
    {
      name: 'early-texts',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle = {} }) {
          const files = Object.values(bundle).flatMap((file) => {
            const [, language] = ('facadeModuleId' in file && file.facadeModuleId?.split(MODULE)) || []
            return language === undefined ? [] : [[language, `/${file.fileName}`]]
          })
          if (files.length === 0 || !html.includes(PLACEHOLDER))
            throw new Error(`There are no texts, or index.html lacks: ${PLACEHOLDER}`)
          return html.replace('startTexts = {}', `startTexts = ${JSON.stringify(Object.fromEntries(files))}`)
        },
      },
    },
  ]
}

function readTexts(language: string): object {
  return JSON.parse(readFileSync(new URL(`../src/texts/${language}/start.json`, import.meta.url), 'utf8'))
}
