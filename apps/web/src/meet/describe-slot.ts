import type { ViewText } from '../texts/load-texts.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import type { Fit, TimeOfDay } from './rank-times.ts'
import type { Meeting } from './use-meeting.ts'

const MAX_NAMES = 2
const HARDSHIPS = ['late', 'night', 'early'] as const
const NOON = 12 * 60

type FitOptions = {
  /** How many people the meeting was checked for: those whose zone is known. */
  count: number
  /** True if others were to meet, too. */
  isPartial: boolean
  t: ViewText
}

/** `everyone awake`, `5 of 6`. Never everyone while somebody's zone is unknown. */
export function describeFit(
  { hurt, isLikely }: Pick<Fit, 'hurt' | 'isLikely'>,
  { count: total, isPartial, t }: FitOptions,
): string {
  if (hurt.length > 0 || isPartial) return t('meet.countOf', { count: total - hurt.length, total })
  return isLikely ? t('meet.everyoneAwake') : t('meet.everyoneAvailable')
}

type Options = {
  /** Everyone's names by their ids; the reader's id is empty. */
  names: ReadonlyMap<string, string>
  unchecked: number
  t: ViewText
  locale: string
  /** Writes a local time in minutes since midnight. */
  formatMinute: (minute: number) => string
}

type Described = Pick<Fit, 'hurt' | 'tired' | 'onWeekend'> & Partial<Pick<TimeOfDay, 'kinderTo'>>

/** `late for Sione (02:00) · kinder to Maya`: what speaks against a time, and what for it; empty if nothing does. */
export function describeCosts(
  { hurt, tired, onWeekend, kinderTo = [] }: Described,
  { names, unchecked, t, locale, formatMinute }: Options,
): string {
  const join = (ids: readonly string[]) => joinNames(ids, { names, t, locale })
  /** With the time there if it is one person. */
  const describe = (them: readonly { id: string; minute: number }[], text: (names: string) => string) => {
    const [person, ...more] = them
    if (person === undefined) return ''
    const all = join(them.map(({ id }) => id))
    return text(more.length > 0 ? all : `${all} (${formatMinute(person.minute)})`)
  }
  const outside = hurt.filter(({ kind }) => kind === 'outside')
  const awake = hurt.length > 0 ? [] : tired
  const [morning, evening] = [
    awake.filter(({ minute }) => minute < NOON),
    awake.filter(({ minute }) => minute >= NOON),
  ]
  const parts = [
    unchecked > 0 && t('meet.uncheckedCount', { count: unchecked }),
    ...describeOutside(outside, { join, t, formatMinute }),
    ...HARDSHIPS.map((kind) =>
      describe(
        hurt.filter((person) => person.kind === kind),
        (names) => t(`meet.hard.${kind}`, { names }),
      ),
    ),
    describe(morning, (names) => t('meet.tired.morning', { names })),
    describe(evening, (names) => t('meet.tired.evening', { names })),
    onWeekend.length > 0 && onWeekend.length < names.size && t('meet.weekendFor', { names: join(onWeekend) }),
    kinderTo.length > 0 && t('meet.kinderTo', { names: join(kinderTo.slice(0, MAX_NAMES)) }),
  ]
  return parts.filter(Boolean).join(' · ')
}

type OutsideOptions = Pick<Options, 't' | 'formatMinute'> & { join: (ids: readonly string[]) => string }

/** `outside your hours (8:30)`, `outside the hours of Aarav and Kenji`. */
function describeOutside(hurt: Fit['hurt'], { join, t, formatMinute }: OutsideOptions) {
  const [reader] = hurt.filter(({ id }) => id === '')
  const others = hurt.filter(({ id }) => id !== '')
  const [other] = others
  const at = ({ minute }: { minute: number }) => ` (${formatMinute(minute)})`
  return [
    reader && t('meet.outside.yours') + at(reader),
    others.length > 1
      ? t('meet.outside.many', { names: join(others.map(({ id }) => id)) })
      : other && t('meet.outside.one', { name: other.name }) + at(other),
  ]
}

/** `Aarav, Kenji and 3 more`. */
export function joinNames(
  ids: readonly string[],
  { names, t, locale }: Pick<Options, 'names' | 't' | 'locale'>,
): string {
  const nameOf = (id: string) => (id === '' ? t('meet.you') : (names.get(id) ?? id))
  const shown = ids.length > MAX_NAMES + 1 ? ids.slice(0, MAX_NAMES) : ids
  const rest = ids.length - shown.length
  const parts = [...shown.map(nameOf), ...(rest > 0 ? [t('meet.more', { count: rest })] : [])]
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}

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
