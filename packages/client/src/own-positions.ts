/** The positions of this client's writes, which its reads send back to see them, whichever instance serves the read. */
export type OwnPositions = {
  /** The response to a write has this position. */
  note(text: string): void
  /** The latest position of the last minute; undefined if there is none. */
  latest(): string | undefined
}

// By then, every replica that is read has the write. A page of another origin needs a preflight for each address while
// the header is sent.
const KEPT_MILLISECONDS = 60_000

/** Concurrent writes may be answered out of order, so the last position received may not be the latest. */
export function createOwnPositions(): OwnPositions {
  // From the latest position, which expires first, to the one received last.
  let kept: { text: string; until: number }[] = []
  return {
    note: (text) => {
      const now = Date.now()
      kept = kept.filter((one) => now < one.until && isLater(one.text, text))
      kept.push({ text, until: now + KEPT_MILLISECONDS })
    },
    latest: () => kept.find(({ until }) => Date.now() < until)?.text,
  }
}

/** By the order that the API promises; see "Reading your own writes" in `docs/api.md`. */
function isLater(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length
}
