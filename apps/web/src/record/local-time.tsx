import { useNow } from './use-now.ts'

/** The time now in a zone, in the reader's own way of writing it; nothing where this browser does not know the zone. */
export function LocalTime({ timezone }: { timezone: string }) {
  const now = useNow()
  const text = formatTime(now, timezone)
  return text === undefined ? null : (
    <time dateTime={now.toISOString()} className="tabular-nums">
      {text}
    </time>
  )
}

function formatTime(now: Date, timeZone: string): string | undefined {
  try {
    return now.toLocaleString(undefined, { timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' })
  } catch {
    return undefined
  }
}
