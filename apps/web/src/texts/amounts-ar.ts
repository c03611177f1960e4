import { createPlural } from './plural.ts'

const plural = createPlural('ar')

/** `3 ساعات`, in the form that follows a preposition. */
export function hoursAr(hours: number): string {
  return plural(hours, {
    one: 'ساعة واحدة',
    two: 'ساعتين',
    few: `${hours} ساعات`,
    other: `${hours} ساعة`,
  })
}

/** `3 دقائق`, in the form that follows a preposition. */
export function minutesAr(minutes: number): string {
  return plural(minutes, {
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: `${minutes} دقائق`,
    other: `${minutes} دقيقة`,
  })
}
