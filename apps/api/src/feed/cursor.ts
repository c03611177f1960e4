/** A place in the order of changes: a transaction's id, plus the feed's offset, then a number that is unique in it. */
export type Place = { ord: number; position: number }

/** Before every change. */
export const START: Place = { ord: 0, position: 0 }

/** A reader's position in the feed. */
export type Cursor = {
  /** The history of the table that the place belongs to. */
  incarnation: string
  /** The last change that the reader has received; it is settled. */
  place: Place
  /** How far tombstones had been pruned when the reader started without a cursor: it does not need earlier deletes. */
  floor?: Place
}

/** The cursor as clients see it, opaque to them: at most 60 characters of `[0-9a-z-]`. */
export function formatCursor({ incarnation, place, floor }: Cursor): string {
  const numbers = [place, ...(floor !== undefined && isAfter(floor, place) ? [floor] : [])]
  return [incarnation, ...numbers.flatMap(({ ord, position }) => [ord, position])]
    .map((part) => part.toString(36))
    .join('-')
}

/** A text that the contract accepts as a cursor, whose numbers lose no digits. */
export function parseCursor(text: string): Cursor {
  const [incarnation = '', ...numbers] = text.split('-')
  const [ord = 0, position = 0, ...floor] = numbers.map((number) => Number.parseInt(number, 36))
  const cursor = { incarnation, place: { ord, position } }
  if (floor[0] === undefined || floor[1] === undefined) return cursor
  return { ...cursor, floor: { ord: floor[0], position: floor[1] } }
}

/** The last of these places. */
export function latest(first: Place, ...others: readonly (Place | undefined)[]): Place {
  return others.reduce<Place>((last, place) => (place && isAfter(place, last) ? place : last), first)
}

export function isAfter(a: Place, b: Place): boolean {
  return a.ord > b.ord || (a.ord === b.ord && a.position > b.position)
}
