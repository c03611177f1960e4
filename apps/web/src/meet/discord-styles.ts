import type { TimeFormat } from '@timezone-registry/zones/time-format'

/** The styles of a Discord timestamp, the usual one first. */
const STYLES = ['F', 'f', 'D', 'd', 'T', 't', 'R'] as const

export type DiscordStyle = (typeof STYLES)[number]

const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const FORMATS: Record<Exclude<DiscordStyle, 'R'>, Intl.DateTimeFormatOptions> = {
  F: { weekday: 'long', ...DATE, ...TIME },
  f: { ...DATE, ...TIME },
  D: DATE,
  d: { dateStyle: 'short' },
  T: { ...TIME, second: '2-digit' },
  t: TIME,
}

/** `<t:1795525200:F>` */
export function discordCode(at: number, style: DiscordStyle = 'F'): string {
  return `<t:${Math.floor(at / 1000)}:${style}>`
}

type PreviewOptions = {
  now: number
  /** The reader's at that moment, in minutes east of UTC. */
  offset: number
  locale: string
  times: TimeFormat
}

/** The codes of a moment in all seven styles, each with what Discord shows for it. */
export function discordFormats(at: number, { now, offset, locale, times }: PreviewOptions) {
  return STYLES.map((style) => ({
    code: discordCode(at, style),
    preview: style === 'R' ? relative(at, { now, locale }) : times.date(at + offset * 60_000, FORMATS[style]),
  }))
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `in 2 days`, in the largest unit that fits. */
function relative(at: number, { now, locale }: { now: number; locale: string }): string {
  const seconds = Math.round((at - now) / 1000)
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.round(seconds / length), unit)
}
