/**
 * The positions of this tab's writes. Reads send the latest one, so that they see the writes whichever instance
 * answers.
 */
export type OwnPositions = {
  /** The response to a write has this position. */
  note(text: string): void
  /** The latest position of the last minute; undefined if there is none. */
  latest(): string | undefined
}

type Position = { text: string; until: number }

const STORAGE_KEY = 'timezone-registry:positions'
// By then, every replica in use has the write.
const KEPT_MILLISECONDS = 60_000

/**
 * The same rule as in the client package, which does not export it. `openStorage` opens the tab's storage, which keeps
 * them across reloads; it may throw if the browser blocks it.
 */
export function createOwnPositions(openStorage: () => Pick<Storage, 'getItem' | 'setItem'>): OwnPositions {
  // Ordered from the latest position, which expires first, to the one received last.
  let kept: Position[] = []
  try {
    kept = JSON.parse(openStorage().getItem(STORAGE_KEY) ?? '[]') as Position[]
  } catch {}
  return {
    note: (text) => {
      const now = Date.now()
      kept = kept.filter((one) => now < one.until && isLater(one.text, text))
      kept.push({ text, until: now + KEPT_MILLISECONDS })
      try {
        openStorage().setItem(STORAGE_KEY, JSON.stringify(kept))
      } catch {
        // Without storage, the positions last until the page is reloaded.
      }
    },
    latest: () => kept.find(({ until }) => Date.now() < until)?.text,
  }
}

/** By the order that the API promises; see "Reading your own writes" in `docs/api.md`. */
function isLater(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length
}
