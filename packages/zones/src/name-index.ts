import type { Place } from './places.ts'

/** What stands before each name in the text that is searched. */
export const BEFORE_NAME = '\n'

/** All names as one text: searching it takes a fraction of a millisecond, a loop over the names ten. */
export type NameIndex = {
  /** The places with this text in their names, in their order, each perhaps several times. */
  find(text: string): Generator<Place>
  /** The places with exactly this name, in their order. */
  exactly(name: string): Place[]
}

export function createNameIndex(places: readonly Place[]): NameIndex {
  const starts = new Uint32Array(places.length)
  const byName = new Map<string, Place[]>()
  let text = BEFORE_NAME
  for (const [index, place] of places.entries()) {
    const { names } = place
    starts[index] = text.length
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), place])
    text += `${names.join(BEFORE_NAME)}${BEFORE_NAME}`
  }

  return {
    exactly: (name) => byName.get(name) ?? [],
    *find(part) {
      for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
        // The break before a name belongs to the name before it.
        const place = places[lastAtMost(starts, part.startsWith(BEFORE_NAME) ? at + 1 : at)]
        if (place !== undefined) yield place
      }
    },
  }
}

/** The index of the last number that is at most `limit`, in ascending numbers. */
function lastAtMost(numbers: Uint32Array, limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
