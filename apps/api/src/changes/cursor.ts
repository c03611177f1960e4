/** A place in the order of changes: a transaction, then a number that is unique in it. */
export type Place = { ord: number; position: number }

/** A reader's position in the feed. */
export type Cursor = {
  /** The history of the table that the place belongs to. */
  incarnation: string
  /** The last change that the reader has, which is settled. */
  place: Place
  /** Where tombstones had been pruned up to when a reader started from nothing: earlier deletes do not concern it. */
  floor?: Place
}

const INCARNATION = /^[0-9a-f]{12}$/
// Cursors from before incarnations existed; no current table continues them.
const OLD_FORMAT = /^(?:0|[1-9a-z][\da-z]*)-(?:0|[1-9a-z][\da-z]*)$/

/** The cursor as clients see it, opaque to them: at most 60 characters of `[0-9a-z-]`. */
export function formatCursor({ incarnation, place, floor }: Cursor): string {
  const numbers = [place, ...(floor !== undefined && isAfter(floor, place) ? [floor] : [])]
  return [incarnation, ...numbers.flatMap(({ ord, position }) => [ord, position])]
    .map((part) => part.toString(36))
    .join('-')
}

/** Undefined for text that is not a cursor. A cursor in the format of earlier versions belongs to no incarnation. */
export function parseCursor(text: string): Cursor | undefined {
  if (OLD_FORMAT.test(text)) return { incarnation: '', place: { ord: 0, position: 0 } }
  const [incarnation = '', ...numbers] = text.split('-')
  const [ord, position, floorOrd, floorPosition, ...rest] = numbers.map((part) => Number.parseInt(part, 36))
  if (!INCARNATION.test(incarnation) || ord === undefined || position === undefined || rest.length > 0)
    return undefined
  const cursor: Cursor = { incarnation, place: { ord, position } }
  if (floorOrd !== undefined && floorPosition !== undefined)
    cursor.floor = { ord: floorOrd, position: floorPosition }
  const isSafe = [cursor.place, cursor.floor ?? cursor.place].every(
    (place) => Number.isSafeInteger(place.ord) && Number.isSafeInteger(place.position),
  )
  return isSafe && formatCursor(cursor) === text ? cursor : undefined
}

export function isAfter(a: Place, b: Place): boolean {
  return a.ord > b.ord || (a.ord === b.ord && a.position > b.position)
}
