import { createPlural } from '../plural.ts'
import type { SharedTexts } from './en.ts'

const plural = createPlural('ar')

export const texts: SharedTexts = {
  clock: {
    // In the form that follows a preposition.
    hours: (hours) =>
      plural(hours, {
        one: 'ساعة واحدة',
        two: 'ساعتين',
        few: `${hours}\u00a0ساعات`,
        other: `${hours}\u00a0ساعة`,
      }),
    minutes: (minutes) =>
      plural(minutes, {
        one: 'دقيقة واحدة',
        two: 'دقيقتين',
        few: `${minutes}\u00a0دقائق`,
        other: `${minutes}\u00a0دقيقة`,
      }),
    hoursAndMinutes: (hours, minutes) => `${hours} و${minutes}`,
  },
  person: {
    missing: 'لا توجد ساعة هنا',
    missingText: 'قد يكون الرابط غير صحيح، أو أن هذا الشخص لا يشارك وقته المحلي.',
    wakes: (amount) => `نائم على الأرجح · يستيقظ بعد نحو ${amount}`,
    awake: 'مستيقظ على الأرجح',
    awakeUntil: (amount) => `مستيقظ على الأرجح · ينام بعد نحو ${amount}`,
    windingDown: (amount) => `على وشك النوم على الأرجح · ينام بعد نحو ${amount}`,
    available: 'متاح',
    availableFor: (amount) => `متاح · حتى بعد ${amount}`,
    away: 'غير متاح',
    awayFor: (amount) => `غير متاح · متاح بعد ${amount}`,
  },
}
