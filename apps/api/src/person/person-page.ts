import { existsSync, readFileSync } from 'node:fs'
import { describeAvailability, describeSleep } from '@timezone-registry/zones/describe-state'
import { heroSkyAt } from '@timezone-registry/zones/hero-sky'
import { nextSleepChange } from '@timezone-registry/zones/sleep-change'
import { digestOf, readView, WEB_APP } from '../http/pages.ts'
import { formatLocalDate, type PersonClock, type Reader, type ShownPerson } from './describe-person.ts'
import { escapeMarkup, firstCharacterOf, shorten } from './markup.ts'
import { directionOf, type PageText } from './page-texts.ts'
import { toHex } from './sky.ts'

const WITHOUT_APP =
  '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />\n  </head>\n  <body>\n<main></main></body>\n</html>\n'
const OWN_TAGS = /\s*<title>[^<]*<\/title>|\s*<meta name="description"[^>]*>/g
const STYLESHEETS = /\s*<link rel="stylesheet"[^>]*>/g
const MAX_NAME_CHARACTERS = 60
const DAY_MINUTES = 24 * 60
const MINUTE_MS = 60_000

/**
 * Reads the built web app once. The result is its page about one person, or about nobody, with a source for the
 * `style-src` of its Content-Security-Policy. Somebody's clock is in it with its styles, for the browser to show before any
 * script or stylesheet has arrived. Without a build, head and clock stand alone.
 */
export function createPersonPage() {
  const index = `${WEB_APP}/index.html`
  const built = (existsSync(index) ? readFileSync(index, 'utf8') : WITHOUT_APP).replace(OWN_TAGS, '')
  const styles = readView('person').style
  // Browsers wait for stylesheets in the head, but show what is above those in the body.
  const stylesheets = built.match(STYLESHEETS)?.join('') ?? ''
  const [start = '', top = '', bottom = ''] = built
    .replace(STYLESHEETS, '')
    .split(/<\/head>|<main>.*?<\/main>/s)
  const end = bottom.replace('</body>', `${stylesheets}\n  </body>`)

  return (reader: Reader, person: ShownPerson | undefined) => {
    const { language, t } = reader
    const sky = person === undefined ? '' : ' data-sky'
    const opened = start.replace(
      '<html lang="en"',
      `<html lang="${language}" dir="${directionOf(language)}"${sky}`,
    )
    const tags = person === undefined ? headOfNobody(t) : headOf(person, reader)
    const style = person === undefined ? styles : styles + skyOf(person.clock)
    const head = [opened.trimEnd(), ...tags, `<style>${style}</style>`].join('\n    ')
    const main = person === undefined ? mainOfNobody(t) : mainOf(person.clock, reader)
    return { body: `${head}\n  </head>${top}<main>${main}</main>${end}`, styleSource: digestOf(style) }
  }
}

/** Only for readers without scripts: the app may know a reader who may see the person. */
function mainOfNobody(t: PageText): string {
  return `<noscript class="page"><h2 class="heading">${t('noClock.title')}</h2><p>${t('noClock.text')}</p></noscript>`
}

/** The sky over the person, for as long as the page shows it. */
function skyOf({ secondOfDay }: PersonClock): string {
  const colors = Object.entries(heroSkyAt(Math.floor(secondOfDay / 60) / 60))
  return `:root[data-sky]{${colors.map(([name, sky]) => `--sky-${name}:${toHex(sky)}`).join(';')}}`
}

/** The first column of `apps/web/src/person/person-view.tsx`, which takes its place. */
function mainOf(clock: PersonClock, { language, t, locale, formatters }: Reader): string {
  const { username, place, at, utcOffsetSeconds } = clock
  const local = at + utcOffsetSeconds * 1000
  const time = formatters.dateTime(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  const weekday = formatters.dateTime(locale, { weekday: 'long', timeZone: 'UTC' }).format(local)
  return [
    `<section class="hero person" data-served lang="${language}"><div class="person-columns"><div>`,
    '<div class="person-who"><span class="person-initial" aria-hidden="true">',
    escapeMarkup(firstCharacterOf(username).toLocaleUpperCase()),
    `</span><div><h2 class="person-name" dir="auto" translate="no">${escapeMarkup(username)}</h2>`,
    `<p class="person-place">${escapeMarkup(place)}</p></div></div>`,
    `<time class="person-clock${time.resolvedOptions().hour12 ? ' person-clock-12' : ''}" translate="no" datetime="${new Date(local).toISOString().slice(11, 16)}">`,
    `${time.format(local)}</time><p class="person-day">${weekday}</p>`,
    `<p class="person-state">${stateOf(clock, t)}</p>`,
    `<p class="person-loaded">${t('loaded')}</p></div></div></section>`,
  ].join('')
}

/** What they have said about it; otherwise what is likely at their local time. */
function stateOf({ at, utcOffsetSeconds, next, availability }: PersonClock, t: PageText): string {
  const now = Math.floor(at / MINUTE_MS) * MINUTE_MS
  if (availability) return describeAvailability(availability, now, t)
  const minuteAt = (moment: number) => {
    const seconds =
      next !== undefined && moment >= next.at.getTime() ? next.utcOffsetSeconds : utcOffsetSeconds
    return Math.floor((moment + seconds * 1000) / MINUTE_MS) % DAY_MINUTES
  }
  return describeSleep(nextSleepChange(minuteAt, now), t)
}

function headOfNobody(t: PageText): string[] {
  return [titleTags('Timezone Registry', t('nobody')), '<meta name="robots" content="noindex" />']
}

function titleTags(title: string, description: string): string {
  return `<title>${escapeMarkup(title)}</title>\n    <meta name="description" content="${escapeMarkup(description)}" />`
}

function headOf({ clock, link }: ShownPerson, reader: Reader): string[] {
  const name = shorten(clock.username, MAX_NAME_CHARACTERS)
  const title = `${name} – ${clock.place}`
  const description = describe(name, clock, reader)
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
function describe(name: string, clock: PersonClock, reader: Reader): string {
  const { place, offset, abbreviation, next, utcOffsetSeconds } = clock
  const zone = abbreviation === undefined ? offset : `${offset} (${abbreviation})`
  const until = next && formatLocalDate(next.at, utcOffsetSeconds, reader)
  if (until === undefined) return reader.t('describe', { name, place, zone })
  return reader.t('describeUntil', { name, place, zone, until })
}
