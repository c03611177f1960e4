import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describeMinutes } from '@timezone-registry/zones/amounts'
import { describe, expect, test } from 'vitest'
import { ADMIN_TEXTS } from '../account/admin/admin-texts.ts'
import { en } from './en-views.ts'
import { chooseLanguage, directionOf, LANGUAGES, LOADERS } from './languages.ts'

type Node = string | ((...given: never[]) => string) | { [key: string]: Node }

// The same in another language, not forgotten: names, symbols and words that it shares with English.
const SHARED: Record<string, string[]> = {
  all: [
    'title',
    'clock.hours',
    'clock.minutes',
    'clock.hoursAndMinutes',
    'find.keys',
    'meet.halfHour',
    'meet.others',
  ],
  de: ['preferences.system', 'keys.name', 'meet.details', 'sun.in'],
  es: [],
  fr: ['pages.label', 'person.share.badge', 'privacyPage.contact.heading', 'visibility.levels.public.name'],
  'pt-BR': [],
  ru: [],
  ar: [],
  ja: [],
}

/** Every text by its path, functions called with recognisable arguments, numbers with each number in `counts`. */
function flatten(node: Node, path: string[] = []): [string, (count: number) => string][] {
  if (typeof node === 'string') return [[path.join('.'), () => node]]
  if (typeof node === 'function')
    return [[path.join('.'), (count) => node(...(argumentsOf(path.join('.'), node, count) as never[]))]]
  return Object.entries(node).flatMap(([key, child]) => flatten(child, [...path, key]))
}

// Functions of numbers.
const NUMERIC =
  /(?:[.](?:results|hours\w*|minutes\w*|undo|tooMany|count|\w+Count|found|more|others|rateLimited)|kept[.]sessions|counts[.]\w+)$/

function argumentsOf(path: string, text: { length: number }, count: number): unknown[] {
  return Array.from({ length: text.length }, (_, index) => (NUMERIC.test(path) ? count : `⟨${index}⟩`))
}

const english = new Map(flatten({ ...en, admin: ADMIN_TEXTS.en } as unknown as Node))
const others = Object.keys(LOADERS) as (keyof typeof LOADERS)[]

describe.each(others)('%s', (language) => {
  async function load() {
    const { texts } = await LOADERS[language]()
    return flatten({ ...texts, admin: ADMIN_TEXTS[language] } as unknown as Node)
  }

  test('has every text, none of them in English', async () => {
    const texts = await load()
    expect(texts.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted())
    const shared = [...(SHARED.all ?? []), ...(SHARED[language] ?? [])]
    const same = texts.filter(([path, text]) => text(5) === english.get(path)?.(5)).map(([path]) => path)
    expect(same.filter((path) => !shared.includes(path))).toEqual([])
  })

  test('says each name and amount that English says', async () => {
    for (const [path, text] of await load()) {
      const expected = english.get(path)?.(5).match(/⟨\d⟩/g) ?? []
      expect((text(5).match(/⟨\d⟩/g) ?? []).toSorted(), path).toEqual(expected.toSorted())
    }
  })

  test('says numbers from three on in every plural form', async () => {
    for (const [path, text] of await load())
      if (english.get(path)?.(3) !== english.get(path)?.(5))
        for (const count of [3, 5, 21, 22, 111]) expect(text(count), path).toContain(count)
  })

  test('has no empty text, no stray spaces, and no straight apostrophes', async () => {
    for (const [path, text] of await load()) {
      expect(text(1).trim(), path).not.toBe('')
      expect(text(1), path).toBe(text(1).trim())
      expect(text(1), path).not.toMatch(/'| {2}|\.\.\./)
    }
  })
})

test('a view that a sentence names is named like its tab', async () => {
  for (const load of [async () => ({ texts: en }), ...Object.values(LOADERS)]) {
    const { pages, visibility, availability } = (await load()).texts
    for (const [sentence, view] of [
      [visibility.levels.public.sentence, pages.everyone],
      [availability.show.hours.sentence, pages.meet],
    ])
      expect(sentence).toMatch(new RegExp(`[“„«「]\\s?${view}\\s?[”“»」]`))
  }
})

test('a number and its unit stay on one line, and hours and minutes are joined as the language does', async () => {
  for (const load of [async () => ({ texts: en }), ...Object.values(LOADERS)]) {
    const { clock, meet } = (await load()).texts
    for (const amount of [clock.hours(5), clock.minutes(30), meet.halfHour])
      expect(amount).not.toMatch(/\d \p{L}/u)
  }
  const inLanguage = async (language: keyof typeof LOADERS) =>
    describeMinutes(150, (await LOADERS[language]()).texts)
  expect(await inLanguage('ja')).toBe('2時間30分')
  expect(await inLanguage('ar')).toBe('ساعتين و30\u00a0دقيقة')
})

test('plural forms follow the language: Russian has three, Arabic five', async () => {
  const { texts: ru } = await LOADERS.ru()
  expect([1, 2, 5, 11, 21, 22].map(ru.people.count)).toEqual([
    '1 человек',
    '2 человека',
    '5 человек',
    '11 человек',
    '21 человек',
    '22 человека',
  ])
  const { texts: ar } = await LOADERS.ar()
  expect([1, 2, 3, 11, 100].map(ar.people.count)).toEqual([
    'شخص واحد',
    'شخصان',
    '3 أشخاص',
    '11 شخصًا',
    '100 شخص',
  ])
})

test.for([
  [['pt-PT'], 'pt-BR'],
  [['fr-CA', 'en-CA'], 'fr'],
  [['nl-NL', 'ja-JP'], 'ja'],
  [['AR-eg'], 'ar'],
  [['C', 'fr_FR.UTF-8'], 'fr'],
  [['de@euro'], 'de'],
  [['zh-Hant-TW'], 'en'],
  [[], 'en'],
] as const)('%s is read in %s, also before the first paint', ([browser, expected]) => {
  expect(chooseLanguage(browser)).toBe(expected)
  expect(paintFirst({ languages: browser })).toEqual({ lang: expected, dir: directionOf(expected) })
})

test('a language chosen before wins over the browser’s, and a damaged choice is ignored', () => {
  expect(paintFirst({ languages: ['de'], stored: '{"language":"ar"}' })).toEqual({ lang: 'ar', dir: 'rtl' })
  expect(paintFirst({ languages: ['de'], stored: '{"theme":"dark"}' })).toMatchObject({ lang: 'de' })
  for (const stored of ['{', 'null', '5', '{"language":{}}'])
    expect(paintFirst({ languages: ['de'], stored })).toEqual({ lang: 'de', dir: 'ltr' })
})

test('every language is listed under its own name', () => {
  for (const [tag, name] of Object.entries(LANGUAGES)) {
    const own = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? ''
    expect(own.toLowerCase()).toBe(name.toLowerCase())
  }
})

/** What the script in `index.html` does to the document. */
function paintFirst({ languages, stored }: { languages: readonly string[]; stored?: string }) {
  const page = readFileSync(fileURLToPath(new URL('../../index.html', import.meta.url)), 'utf8')
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? []
  const { dataset: _, ...documentElement } = { dataset: {}, lang: '', dir: '' }
  const root = Object.assign(documentElement, { dataset: {} })
  runInNewContext(script, {
    document: { documentElement: root },
    localStorage: { getItem: () => stored ?? null },
    navigator: { languages },
  })
  return { lang: root.lang, dir: root.dir }
}
