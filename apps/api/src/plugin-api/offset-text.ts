/** An offset, given in seconds, in the plugins' format: `0`, `+5`, `-5`, `+5:30`, `-3:30`. Seconds are dropped. */
export function toOffsetText(offsetSeconds: number): string {
  const minutes = Math.trunc(offsetSeconds / 60)
  if (minutes === 0) return '0'
  const sign = minutes < 0 ? '-' : '+'
  const hours = Math.trunc(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  return rest === 0 ? `${sign}${hours}` : `${sign}${hours}:${String(rest).padStart(2, '0')}`
}
