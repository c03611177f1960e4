import type { Texts } from '../texts/en-views.ts'
import type { Fit, TimeOfDay } from './rank-times.ts'

const MAX_NAMES = 2
const HARDSHIPS = ['late', 'night', 'early'] as const
const NOON = 12 * 60

type FitOptions = {
  /** How many people a meeting was checked for. */
  checked: number
  /** How many others were to meet, too, but could not be checked. */
  unchecked: number
  texts: Texts['meet']
}

/** `everyone awake`, `5 of 6`. Never everyone while somebody could not be checked. */
export function describeFit(
  { hurt, isLikely }: Pick<Fit, 'hurt' | 'isLikely'>,
  { checked, unchecked, texts }: FitOptions,
): string {
  if (hurt.length + unchecked > 0) return texts.countOf(checked - hurt.length, checked + unchecked)
  return isLikely ? texts.everyoneAwake : texts.everyoneAvailable
}

type Options = {
  /** Everyone's names by their ids; the reader's id is empty. */
  names: ReadonlyMap<string, string>
  unchecked: number
  texts: Texts['meet']
  locale: string
  /** Writes a local time in minutes since midnight. */
  formatMinute: (minute: number) => string
}

type Described = Pick<Fit, 'hurt' | 'tired' | 'onWeekend'> & Partial<Pick<TimeOfDay, 'kinderTo'>>

/** `late for Sione (02:00) · kinder to Maya`: what speaks against a time, and what for it; empty if nothing does. */
export function describeCosts(
  { hurt, tired, onWeekend, kinderTo = [] }: Described,
  { names, unchecked, texts, locale, formatMinute }: Options,
): string {
  const join = (ids: readonly string[]) => joinNames(ids, { names, texts, locale })
  /** With the time there if it is one person. */
  const describe = (them: readonly { id: string; minute: number }[], text: (names: string) => string) => {
    const [person, ...more] = them
    if (person === undefined) return []
    const list = join(them.map(({ id }) => id))
    return [text(more.length === 0 ? `${list} (${formatMinute(person.minute)})` : list)]
  }
  const outside = hurt.filter((person) => person.kind === 'outside')
  const isPartlyWeekend = onWeekend.length > 0 && onWeekend.length < names.size
  const parts = [
    ...(unchecked > 0 ? [texts.uncheckedCount(unchecked)] : []),
    ...describeOutside(outside, { join, texts, formatMinute }),
    ...HARDSHIPS.flatMap((kind) =>
      describe(
        hurt.filter((person) => person.kind === kind),
        texts.hard[kind],
      ),
    ),
    ...(hurt.length > 0
      ? []
      : [
          ...describe(
            tired.filter(({ minute }) => minute < NOON),
            texts.tired.morning,
          ),
          ...describe(
            tired.filter(({ minute }) => minute >= NOON),
            texts.tired.evening,
          ),
        ]),
    ...(isPartlyWeekend ? [texts.weekendFor(join(onWeekend))] : []),
    ...(kinderTo.length > 0 ? [texts.kinderTo(join(kinderTo.slice(0, MAX_NAMES)))] : []),
  ]
  return parts.join(' · ')
}

type OutsideOptions = Pick<Options, 'texts' | 'formatMinute'> & { join: (ids: readonly string[]) => string }

/** `outside your hours (8:30)`, `outside the hours of Aarav and Kenji`. */
function describeOutside(
  hurt: Fit['hurt'],
  { join, texts: { outside }, formatMinute }: OutsideOptions,
): string[] {
  const [reader] = hurt.filter(({ id }) => id === '')
  const [other, ...more] = hurt.filter(({ id }) => id !== '')
  const at = ({ minute }: { minute: number }) => ` (${formatMinute(minute)})`
  return [
    ...(reader ? [outside.yours + at(reader)] : []),
    ...(other && more.length === 0 ? [outside.one(other.name) + at(other)] : []),
    ...(other && more.length > 0 ? [outside.many(join([other, ...more].map(({ id }) => id)))] : []),
  ]
}

/** `Aarav, Kenji and 3 more`. */
export function joinNames(
  ids: readonly string[],
  { names, texts, locale }: Pick<Options, 'names' | 'texts' | 'locale'>,
): string {
  const nameOf = (id: string) => (id === '' ? texts.you : (names.get(id) ?? id))
  const shown = ids.length > MAX_NAMES + 1 ? ids.slice(0, MAX_NAMES) : ids
  const rest = ids.length - shown.length
  const parts = [...shown.map(nameOf), ...(rest > 0 ? [texts.more(rest)] : [])]
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}
