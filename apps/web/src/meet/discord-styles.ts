/** The styles of a Discord timestamp, the usual one first. */
const STYLES = ['F', 'f', 'D', 'd', 'T', 't', 'R'] as const

export type DiscordStyle = (typeof STYLES)[number]

const FORMATS: Record<Exclude<DiscordStyle, 'R'>, Intl.DateTimeFormatOptions> = {
  F: { dateStyle: 'full', timeStyle: 'short' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  D: { dateStyle: 'long' },
  d: { dateStyle: 'short' },
  T: { timeStyle: 'medium' },
  t: { timeStyle: 'short' },
}

/** `<t:1795525200:F>` */
export function discordCode(at: number, style: DiscordStyle = 'F'): string {
  return `<t:${Math.floor(at / 1000)}:${style}>`
}

/** `offset` is the reader's at that moment, in minutes east of UTC. */
type PreviewOptions = { now: number; locale: string; offset: number }

/** The codes of a moment in all seven styles, each with what Discord shows for it. */
export function discordFormats(at: number, { now, locale, offset }: PreviewOptions) {
  return STYLES.map((style) => ({
    code: discordCode(at, style),
    preview:
      style === 'R'
        ? relative(at, { now, locale })
        : new Intl.DateTimeFormat(locale, { ...FORMATS[style], timeZone: 'UTC' }).format(
            at + offset * 60_000,
          ),
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
