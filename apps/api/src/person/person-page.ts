import { existsSync, readFileSync } from 'node:fs'
import { WEB_APP } from '../http/pages.ts'
import { formatLocalDate, type Person, type PersonClock } from './describe-person.ts'
import { escapeMarkup, shorten } from './markup.ts'
import type { PageTexts } from './page-texts.ts'

/** The web app's page with a head about one person, or about nobody, in one language. */
export type PersonPage = (texts: PageTexts, person: Person | undefined) => string

const WITHOUT_APP =
  '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />\n  </head>\n</html>\n'
const OWN_TAGS = /\s*<title>[^<]*<\/title>|\s*<meta name="description"[^>]*>/g
const MAX_NAME_CHARACTERS = 60

/** Reads the built page once. Without a build, the head stands alone. */
export function createPersonPage(): PersonPage {
  const index = `${WEB_APP}/index.html`
  const built = existsSync(index) ? readFileSync(index, 'utf8') : WITHOUT_APP
  const [before = '', after = ''] = built.replace(OWN_TAGS, '').split('</head>')

  return (texts, person) => {
    const { language } = texts
    const { direction } = new Intl.Locale(language).getTextInfo()
    const opened = before.replace('<html lang="en"', `<html lang="${language}" dir="${direction}"`)
    const tags = person === undefined ? headOfNobody(texts) : headOf(person, texts)
    return `${opened.trimEnd()}\n    ${tags.join('\n    ')}\n  </head>${after}`
  }
}

function headOfNobody({ nobody }: PageTexts): string[] {
  return [titleTags('Timezone Registry', nobody), '<meta name="robots" content="noindex" />']
}

function titleTags(title: string, description: string): string {
  return `<title>${escapeMarkup(title)}</title>\n    <meta name="description" content="${escapeMarkup(description)}" />`
}

function headOf({ clock, link }: Person, texts: PageTexts): string[] {
  const name = shorten(clock.username, MAX_NAME_CHARACTERS)
  const title = `${name} – ${clock.place}`
  const description = describe(name, clock, texts)
  const tags = [
    titleTags(`${title} · Timezone Registry`, description),
    property('og:type', 'profile'),
    property('og:site_name', 'Timezone Registry'),
    property('og:title', title),
    property('og:description', description),
  ]
  if (link !== undefined) tags.push(...addressTags(link, description))
  if (clock.isUnlisted) tags.push('<meta name="robots" content="noindex" />')
  return tags
}

function addressTags(address: string, description: string): string[] {
  return [
    `<link rel="canonical" href="${escapeMarkup(address)}" />`,
    property('og:url', address),
    property('og:image', `${address}/card.png`),
    property('og:image:type', 'image/png'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', description),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeMarkup(content)}" />`
}

/** Stays true for as long as a preview is likely to be shown, so it does not state the time. */
function describe(name: string, clock: PersonClock, texts: PageTexts): string {
  const { place, offset, abbreviation, next, utcOffsetSeconds } = clock
  const zone = abbreviation === undefined ? offset : `${offset} (${abbreviation})`
  const until = next && formatLocalDate(next.at, utcOffsetSeconds, texts.language)
  return texts.describe({ name, place, zone, until })
}
