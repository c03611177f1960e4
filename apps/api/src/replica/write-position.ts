/**
 * The position of a write in the order of changes. Clients send back the latest one. They compare the text by length,
 * then in ASCII order, so numbers are written without leading zeros, and the transaction's comes first.
 */
export type WritePosition = {
  /** The number of the transaction that wrote last. */
  position: number
  /** When the write was acknowledged, in seconds since 1970. */
  seconds: number
}

const FORMAT = /^([0-9a-z]{1,10})-([0-9a-z]{1,8})$/

/** The latest write of this process. A reader that sees it also sees every earlier one. */
export type WritePositions = {
  /** A transaction with this number has written, and is committed. */
  note(position: number): void
  /** The value of `Registry-Position` now; undefined before the first write. */
  format(): string | undefined
}

export function createWritePositions(): WritePositions {
  let latest = 0
  return {
    note: (position) => {
      latest = Math.max(latest, position)
    },
    format: () =>
      latest === 0 ? undefined : `${latest.toString(36)}-${Math.floor(Date.now() / 1000).toString(36)}`,
  }
}

/** Undefined for text that is not a position. */
export function parseWritePosition(text: string): WritePosition | undefined {
  const [, position, seconds] = FORMAT.exec(text) ?? []
  if (position === undefined || seconds === undefined) return undefined
  return { position: Number.parseInt(position, 36), seconds: Number.parseInt(seconds, 36) }
}
