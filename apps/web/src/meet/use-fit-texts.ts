import { useLocale, useViewText } from '../texts/use-text.tsx'
import { describeCosts, describeFit } from './describe-slot.ts'
import type { Fit, TimeOfDay } from './rank-times.ts'
import type { Meeting } from './use-meeting.ts'

/** Says whom a time suits. */
export function useFitTexts({
  people,
  leftOut,
  formats: { minute: formatMinute },
}: Pick<Meeting, 'people' | 'leftOut' | 'formats'>) {
  const t = useViewText()
  const locale = useLocale()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const unchecked = leftOut.filter(({ state }) => state === 'unchecked').length
  const write = (fit: Fit & Partial<TimeOfDay>) =>
    describeCosts(fit, { names, unchecked, t, locale, formatMinute })
  return {
    /** `everyone awake`, `5 of 6` */
    fit: (fit: Fit) => describeFit(fit, { count: people.length, isPartial: leftOut.length > 0, t }),
    isForAll: ({ hurt }: Fit) => hurt.length + leftOut.length === 0,
    /** `late for Sione (2:00)`; empty if it is hard on nobody. */
    costs: (fit: Fit) => write({ ...fit, tired: [] }),
    /** The same, and who would be tired, and for whom it is kinder than the best time. */
    comparison: write,
  }
}
