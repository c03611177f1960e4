import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf, readView, type Tags, WEB_APP, withTags } from './pages.ts'

/** What the service writes into a page of the web app. */
export type Served = Tags & {
  /** What browsers show before any script has arrived. */
  main: string
  /** The sky over it, as a style. Then it is shown before any stylesheet has arrived, too. */
  sky?: string
}

const WITHOUT_APP =
  '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />\n  </head>\n  <body>\n<main></main></body>\n</html>\n'
const STYLESHEETS = /\s*<link rel="stylesheet"[^>]*>/g

/**
 * Reads the built web app once. The result is its page with a view that the service has rendered, and a source for the
 * `style-src` of its Content-Security-Policy. Without a build, head and view stand alone.
 */
export function createPageShell(view: string) {
  const index = join(WEB_APP, 'index.html')
  const built = existsSync(index) ? readFileSync(index, 'utf8') : WITHOUT_APP
  const styles = readView(view).style
  // Browsers wait for stylesheets in the head, but show what is above those in the body.
  const stylesheets = built.match(STYLESHEETS)?.join('') ?? ''
  const late = built.replace(STYLESHEETS, '').replace('</body>', `${stylesheets}\n  </body>`)

  return ({ tags, language, main, sky }: Served) => {
    const style = styles + (sky ?? '')
    const body = withTags(sky === undefined ? built : late, {
      language,
      tags: [...tags, `<style>${style}</style>`],
    })
      .replace(/(<html[^>]*)>/, sky === undefined ? '$1>' : '$1 data-sky>')
      .replace(/<main>.*?<\/main>/s, () => `<main>${main}</main>`)
    return { body, styleSource: digestOf(style) }
  }
}
