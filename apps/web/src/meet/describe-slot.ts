import type { Texts } from '../texts/en.ts'
import type { Hardship, Slot } from './rank-slots.ts'

const MAX_NAMES = 2
const HARDSHIPS: readonly Hardship[] = ['late', 'night', 'early']

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
  { hurt, onWeekend }: Pick<Slot, 'hurt' | 'onWeekend'>,
  { names, unchecked, texts, locale, formatMinute }: Options,
): string {
  const join = (ids: readonly string[]) => joinNames(ids, { names, texts, locale })
  const hard = HARDSHIPS.flatMap((kind) => {
    const them = hurt.filter((person) => person.kind === kind)
    const [person, ...more] = them
    if (person === undefined) return []
    const list = join(them.map(({ id }) => id))
    return texts.hard[kind](more.length === 0 ? `${list} (${formatMinute(person.minute)})` : list)
  })
  const isPartlyWeekend = onWeekend.length > 0 && onWeekend.length < names.size
  return [
    hurt.length + unchecked === 0 ? texts.goodForAll : texts.goodFor(names.size - hurt.length),
    ...(unchecked > 0 ? [texts.uncheckedCount(unchecked)] : []),
    ...hard,
    ...(isPartlyWeekend ? [texts.weekendFor(join(onWeekend))] : []),
  ].join(' · ')
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
