/** A place in the change log: after the change with this order and position. */
export type Cursor = { ord: number; position: number }

/** Writes a cursor for the outside, where nobody needs to know what it holds. */
export function formatCursor({ ord, position }: Cursor): string {
  return `${ord.toString(36)}-${position.toString(36)}`
}

/** Undefined for what no answer of ours ever was. */
export function parseCursor(text: string): Cursor | undefined {
  const [ord, position, ...rest] = text.split('-').map((part) => Number.parseInt(part, 36))
  if (ord === undefined || position === undefined || rest.length > 0) return undefined
  const cursor = { ord, position }
  const isOurs = Number.isSafeInteger(ord) && Number.isSafeInteger(position) && formatCursor(cursor) === text
  return isOurs ? cursor : undefined
}
