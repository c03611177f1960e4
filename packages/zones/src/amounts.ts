import type { ReadText } from './read-text.ts'
import type { SharedTexts } from './texts.ts'

/** `5 h 30 min`. */
export function describeMinutes(minutes: number, t: ReadText<SharedTexts>): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  if (rest === 0) return t('amounts.hours', { count: hours })
  return hours === 0
    ? t('amounts.minutes', { count: rest })
    : t('amounts.hoursAndMinutes', {
        hours: t('amounts.hours', { count: hours }),
        minutes: t('amounts.minutes', { count: rest }),
      })
}
