import { createRequire } from 'node:module'
import type { PersonClock } from './describe-person.ts'
import { escapeMarkup, shorten } from './markup.ts'
import { formatTime, type Reader } from './reader.ts'
import { type Colors, skyColorsAt } from './sky.ts'

type BadgeOptions = {
  label?: string | undefined
  style?: 'flat' | 'flat-square' | undefined
  clock?: '12' | '24' | undefined
}

const require = createRequire(import.meta.url)
// The width of a text in pixels, from a table of character widths. The package has no types.
const measure: (text: string, options: { font: '11px Verdana' }) => number = require('anafanafo')
const PADDING = 6
const HEIGHT = 20
const MAX_LABEL_CHARACTERS = 40
const NEUTRAL: Colors = { color: '#6b6b76', ink: '#ffffff' }
const LABEL: Colors = { color: '#3b3b45', ink: '#ffffff' }

/** A name, then the local time and the availability on that hour's sky. The text fits in whatever font the reader has. */
export function createBadge(clock: PersonClock | undefined, reader: Reader, options: BadgeOptions): string {
  const { t } = reader
  const label = shorten(options.label ?? clock?.username ?? t('nobody'), MAX_LABEL_CHARACTERS)
  const message = clock ? describe(clock, reader, options) : t('notFound')
  const sky = clock ? skyColorsAt(clock.secondOfDay / 3600) : NEUTRAL
  const left = label === '' ? 0 : widthOf(label) + 2 * PADDING
  const right = widthOf(message) + 2 * PADDING
  const title = escapeMarkup(label === '' ? message : `${label}: ${message}`)
  const radius = options.style === 'flat-square' ? 0 : 4
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="c"><rect width="${left + right}" height="${HEIGHT}" rx="${radius}"/></clipPath>`,
    `<g clip-path="url(#c)"><path fill="${LABEL.color}" d="M0 0h${left}v${HEIGHT}H0z"/>`,
    `<path fill="${sky.color}" d="M${left} 0h${right}v${HEIGHT}H${left}z"/></g>`,
    '<g font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" direction="ltr">',
    left === 0 ? '' : textAt({ text: label, x: PADDING, ink: LABEL.ink }),
    textAt({ text: message, x: left + PADDING, ink: sky.ink }),
    '</g></svg>',
  ].join('')
}

function describe(
  { secondOfDay, offset, availability }: PersonClock,
  reader: Reader,
  { clock }: BadgeOptions,
): string {
  return [
    formatTime(secondOfDay, reader, clock),
    offset,
    ...(availability ? [reader.t(`states.${availability.state}`)] : []),
  ].join(' · ')
}

function textAt({ text, x, ink }: { text: string; x: number; ink: string }): string {
  return `<text x="${x}" y="14" fill="${ink}" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs" unicode-bidi="isolate">${escapeMarkup(text)}</text>`
}

function widthOf(text: string): number {
  return Math.max(1, Math.round(measure(text, { font: '11px Verdana' })))
}
