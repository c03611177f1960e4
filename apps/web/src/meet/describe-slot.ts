import type { Texts } from '../texts/en.ts'
import type { Slot } from './rank-slots.ts'

const MAX_NAMES = 2
const HARDSHIPS = ['late', 'night', 'early'] as const

type Options = {
  /** Everyone's names by their ids; the reader's id is empty. */
  names: ReadonlyMap<string, string>
  /** How many others were to meet, too, but could not be checked. */
  unchecked: number
  texts: Texts['meet']
  locale: string
  /** Writes a local time in minutes since midnight. */
  formatMinute: (minute: number) => string
}

/** `Good for 5 · late for Sione (02:00)`. Never for everyone while somebody could not be checked. */
export function describeFit(
  { hurt, onWeekend, isLikely }: Pick<Slot, 'hurt' | 'onWeekend' | 'isLikely'>,
  { names, unchecked, texts, locale, formatMinute }: Options,
): string {
  const fit = isLikely ? texts.likely : texts
  const join = (ids: readonly string[]) => joinNames(ids, { names, texts, locale })
  const hard = HARDSHIPS.flatMap((kind) => {
    const them = hurt.filter((person) => person.kind === kind)
    const [person, ...more] = them
    if (person === undefined) return []
    const list = join(them.map(({ id }) => id))
    return texts.hard[kind](more.length === 0 ? `${list} (${formatMinute(person.minute)})` : list)
  })
  const outside = hurt.filter((person) => person.kind === 'outside')
  const isPartlyWeekend = onWeekend.length > 0 && onWeekend.length < names.size
  const suited = names.size - hurt.length
  return [
    ...(hurt.length + unchecked === 0 ? [fit.goodForAll] : suited > 0 ? [fit.goodFor(suited)] : []),
    ...(unchecked > 0 ? [texts.uncheckedCount(unchecked)] : []),
    ...describeOutside(outside, { join, texts, formatMinute }),
    ...hard,
    ...(isPartlyWeekend ? [texts.weekendFor(join(onWeekend))] : []),
  ].join(' · ')
}

type OutsideOptions = Pick<Options, 'texts' | 'formatMinute'> & { join: (ids: readonly string[]) => string }

/** `outside your hours (8:30)`, `outside the hours of Aarav and Kenji`. */
function describeOutside(
  hurt: Slot['hurt'],
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
