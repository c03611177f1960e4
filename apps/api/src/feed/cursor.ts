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

const NUMBER = '(0|[1-9a-z][0-9a-z]{0,10})'
const CURSOR = new RegExp(`^([0-9a-f]{12})-${NUMBER}-${NUMBER}(?:-${NUMBER}-${NUMBER})?$`)

/** The cursor as clients see it, opaque to them: at most 60 characters of `[0-9a-z-]`. */
export function formatCursor({ incarnation, place, floor }: Cursor): string {
  const numbers = [place, ...(floor !== undefined && isAfter(floor, place) ? [floor] : [])]
  return [incarnation, ...numbers.flatMap(({ ord, position }) => [ord, position])]
    .map((part) => part.toString(36))
    .join('-')
}

/** Undefined for text that is not a cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const [, incarnation, ord, position, floorOrd, floorPosition] = CURSOR.exec(text) ?? []
  if (incarnation === undefined) return undefined
  const place = parsePlace(ord, position)
  const floor = floorOrd === undefined ? undefined : parsePlace(floorOrd, floorPosition)
  return isSafe(place) && (floor === undefined || isSafe(floor))
    ? { incarnation, place, ...(floor && { floor }) }
    : undefined
}

/** Larger numbers would lose digits; transaction ids stay far below. */
function isSafe({ ord, position }: Place): boolean {
  return Number.isSafeInteger(ord) && Number.isSafeInteger(position)
}

function parsePlace(ord = '', position = ''): Place {
  return { ord: Number.parseInt(ord, 36), position: Number.parseInt(position, 36) }
}

/** The last of these places. */
export function latest(first: Place, ...others: readonly (Place | undefined)[]): Place {
  return others.reduce<Place>((last, place) => (place && isAfter(place, last) ? place : last), first)
}

export function isAfter(a: Place, b: Place): boolean {
  return a.ord > b.ord || (a.ord === b.ord && a.position > b.position)
}
