import { readFileSync } from 'node:fs'
import { INK_LIGHTNESS, SKY_RAMP } from '@timezone-registry/zones/sky'
import { digestOf, directionOf } from '../http/pages.ts'
import type { PersonClock, ShownPerson } from './describe-person.ts'
import { escapeMarkup } from './markup.ts'
import { clockLocale, formatTime, type Reader } from './reader.ts'

type EmbedOptions = { theme?: 'sky' | 'light' | 'dark' | undefined; clock?: '12' | '24' | undefined }

/** Pages with one clock, which other sites may frame. They load nothing and store nothing. */
export function createEmbed() {
  const [style, script] = ['embed.css', 'embed.js'].map((name) =>
    readFileSync(new URL(`./embed/${name}`, import.meta.url), 'utf8'),
  ) as [string, string]
  return {
    /** Lets pages of any origin frame the page, and allows no script but the page's own. */
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src ${digestOf(style)}`,
      `script-src ${digestOf(script)}`,
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
    ].join(';'),
    /** Without a person, the page says that there is no clock. */
    toPage: (person: ShownPerson | undefined, reader: Reader, options: EmbedOptions) => {
      const { language, t } = reader
      return [
        `<!doctype html>\n<html lang="${language}" dir="${directionOf(language)}"${dataOf(person?.clock, reader, options)}>`,
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
        // The script knows only the clock.
        person?.clock.availability ? '<meta http-equiv="refresh" content="60">' : '',
        `<title>${escapeMarkup(person === undefined ? t('nobody') : `${person.clock.username} – ${person.clock.place}`)}</title>`,
        `<style>${style}</style>`,
        `<body>${bodyOf(person, reader, options)}<script>${script}</script></body></html>\n`,
      ].join('\n')
    },
  }
}

function dataOf(
  clock: PersonClock | undefined,
  reader: Reader,
  { theme = 'sky', clock: hours }: EmbedOptions,
): string {
  const chosen = ` data-theme="${clock === undefined && theme === 'sky' ? 'light' : theme}"`
  if (clock === undefined) return chosen
  const { utcOffsetSeconds, next } = clock
  const data = {
    locale: clockLocale(reader, hours),
    // For the clock that a reader has chosen on the page of this service.
    ...(hours === undefined && { 12: clockLocale(reader, '12'), 24: clockLocale(reader, '24') }),
    offset: utcOffsetSeconds,
    until: next === undefined ? 'Infinity' : next.at.getTime() / 1000,
    later: next?.utcOffsetSeconds ?? utcOffsetSeconds,
    ramp: JSON.stringify(SKY_RAMP),
    ink: INK_LIGHTNESS,
  }
  const attributes = Object.entries(data).map(
    ([name, value]) => ` data-${name}="${escapeMarkup(String(value))}"`,
  )
  return chosen + attributes.join('')
}

function bodyOf(person: ShownPerson | undefined, reader: Reader, { clock: hours }: EmbedOptions): string {
  const { t } = reader
  if (person === undefined) return `<main><p>${t('noClock.title')}</p></main>`
  const { clock, link } = person
  const name = `<bdi>${escapeMarkup(clock.username)}</bdi>`
  const who =
    link === undefined
      ? name
      : `<a href="${escapeMarkup(link)}" target="_blank" rel="noopener noreferrer">${name}</a>`
  // A zone that is nowhere is named after its offset.
  const where = [...new Set([clock.place, clock.offset])]
  if (clock.availability) where.push(t(`states.${clock.availability.state}`))
  return `<main><p>${who}</p><time>${formatTime(clock.secondOfDay, reader, hours)}</time><p>${escapeMarkup(where.join(' · '))}</p></main>`
}
