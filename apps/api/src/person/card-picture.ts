import { formatOffset } from '@timezone-registry/zones/offset'
import anafanafo from 'anafanafo'
import { filesOf, type Run, type Typeface, toRuns } from './card-fonts.ts'
import { formatLocalDate, type PersonClock } from './describe-person.ts'
import { escapeMarkup } from './markup.ts'
import { skyColorsAt } from './sky.ts'

/** What the picture shows. Others cache it for a long time, so it does not state the time. */
export type Card = {
  name: string
  place: string
  /** `UTC+1 · CET`. */
  zone: string
  /** `until 28 March 2027, then UTC+2`; empty if no change is known. */
  change: string
  /** The local hour, for the sky. */
  hour: number
}

export type Picture = { svg: string; fontFiles: string[] }

const CARD_WIDTH = 1200
const CARD_HEIGHT = 630
const MARGIN = 80
const RAMP_HEIGHT = 28
const RAMP_STOPS = 96
const LIGHT_RADIUS = 48
const [DAWN_HOUR, DUSK_HOUR] = [6, 18]
const ELLIPSIS = '…'

type Line = { text: string; y: number; size: number; least: number; opacity?: number }

export function toCard({
  username,
  place,
  offset,
  abbreviation,
  next,
  utcOffsetSeconds,
  secondOfDay,
}: PersonClock): Card {
  return {
    name: username,
    place,
    zone: abbreviation === undefined || abbreviation === offset ? offset : `${offset} · ${abbreviation}`,
    change: next
      ? `until ${formatLocalDate(next.at, utcOffsetSeconds)}, then ${formatOffset(Math.round(next.utcOffsetSeconds / 60))}`
      : '',
    hour: Math.floor(secondOfDay / 3600),
  }
}

/** Draws a card as SVG, with the font files that its text needs. */
export function drawCard(card: Card, typefaces: readonly Typeface[]): Picture {
  const { color, ink } = skyColorsAt(card.hour)
  const lines: Line[] = [
    { text: card.name, y: 190, size: 104, least: 56 },
    { text: card.place, y: 275, size: 48, least: 32 },
    { text: card.zone, y: 430, size: 96, least: 48 },
    { text: card.change, y: 492, size: 34, least: 24 },
    { text: 'Timezone Registry', y: 566, size: 26, least: 26 },
  ]
  const fitted = lines.map((line) => fit(line, typefaces))
  return {
    svg: [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">`,
      `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${color}"/>`,
      `<g fill="${ink}" stroke="${ink}">${fitted.map(toText).join('')}</g>`,
      drawLight(card.hour, color),
      drawRamp(),
      '</svg>',
    ].join(''),
    fontFiles: filesOf(
      fitted.flatMap(({ runs }) => runs),
      typefaces,
    ),
  }
}

type FittedLine = { runs: Run[]; y: number; size: number }

/** As large as fits the width; at the minimum size, shortened instead. */
function fit({ text, y, size, least }: Line, typefaces: readonly Typeface[]): FittedLine {
  // Beside the sun or the moon.
  const available = CARD_WIDTH - 2 * MARGIN - 3 * LIGHT_RADIUS
  const whole = toRuns(text, typefaces)
  const wanted = Math.min(size, available / widthPerPixel(whole))
  if (wanted >= least) return { runs: whole, y, size: wanted }
  const characters = [...new Intl.Segmenter().segment(whole.map((run) => run.text).join(''))]
  while (characters.length > 1) {
    characters.pop()
    const runs = toRuns(`${characters.map(({ segment }) => segment).join('')}${ELLIPSIS}`, typefaces)
    if (widthPerPixel(runs) * least <= available) return { runs, y, size: least }
  }
  return { runs: [], y, size: least }
}

/** An upper bound of the width, in em: Verdana is wider than these typefaces. */
function widthPerPixel(runs: readonly Run[]): number {
  const text = runs.map((run) => run.text).join('')
  return text === '' ? 0.1 : anafanafo(text, { font: '11px Verdana', guess: true }) / 11
}

function toText({ runs, y, size }: FittedLine): string {
  const spans = runs.map(
    ({ text, typeface: { family, boldness } }) =>
      `<tspan font-family="${family}" stroke-width="${(boldness * size).toFixed(2)}">${escapeMarkup(text)}</tspan>`,
  )
  return `<text x="${MARGIN}" y="${y}" font-size="${size.toFixed(1)}" xml:space="preserve">${spans.join('')}</text>`
}

/** A whole day's sky, from midnight to midnight. */
function drawRamp(): string {
  const stops = Array.from({ length: RAMP_STOPS + 1 }, (_, step) => {
    const part = step / RAMP_STOPS
    return `<stop offset="${part}" stop-color="${skyColorsAt(part * 24).color}"/>`
  })
  const y = CARD_HEIGHT - RAMP_HEIGHT
  return `<linearGradient id="day">${stops.join('')}</linearGradient><rect y="${y}" width="${CARD_WIDTH}" height="${RAMP_HEIGHT}" fill="url(#day)"/>`
}

/** The sun by day, the moon by night. */
function drawLight(hour: number, sky: string): string {
  const disc = (cx: number, fill: string) =>
    `<circle cx="${cx}" cy="128" r="${LIGHT_RADIUS}" fill="${fill}"/>`
  const cx = CARD_WIDTH - MARGIN - LIGHT_RADIUS
  if (hour >= DAWN_HOUR && hour < DUSK_HOUR) return disc(cx, '#fff6d8')
  return disc(cx, '#e8ebf8') + disc(cx - LIGHT_RADIUS / 2, sky)
}
