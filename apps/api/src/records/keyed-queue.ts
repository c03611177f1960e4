/** Waiting items by key, in order of arrival. Items with the same key keep their order. */
export type KeyedQueue<Item> = {
  push(key: string, item: Item): void
  /**
   * Takes up to `max` groups, each with one key: the key's first item and those directly behind it that may share its
   * group. Keys that are held, or whose first item is not wanted, are skipped; each key taken is held until it is
   * released.
   */
  take(max: number, isWanted: (first: Item) => boolean): Item[][]
  release(key: string): void
  /** Removes the items that fail the test. */
  keepOnly(isKept: (item: Item) => boolean): void
}

/**
 * `goesAlong` returns whether an item may share a group with the one before it. If `isExclusive` is false, no key is
 * ever held.
 */
export function createKeyedQueue<Item>({
  goesAlong,
  isExclusive,
}: {
  goesAlong: (item: Item, previous: Item) => boolean
  isExclusive: boolean
}): KeyedQueue<Item> {
  const waiting = new Map<string, Item[]>()
  const held = new Set<string>()

  function takeFirst(key: string, items: Item[]): Item[] {
    if (isExclusive) held.add(key)
    const end = items.findIndex((item, index) => index > 0 && !goesAlong(item, items[index - 1] as Item))
    // The array is emptied, because the Map's discarded hash tables keep it alive (docs/decisions/0027).
    const taken = items.splice(0, end === -1 ? items.length : end)
    waiting.delete(key)
    if (items.length > 0) waiting.set(key, items)
    return taken
  }

  return {
    push: (key, item) => {
      const items = waiting.get(key)
      if (items === undefined) waiting.set(key, [item])
      else items.push(item)
    },
    take: (max, isWanted) => {
      const groups: Item[][] = []
      for (const [key, items] of waiting) {
        if (groups.length >= max) break
        if (!held.has(key) && isWanted(items[0] as Item)) groups.push(takeFirst(key, items))
      }
      return groups
    },
    release: (key) => void held.delete(key),
    keepOnly: (isKept) => {
      for (const [key, items] of waiting) {
        const kept = items.filter(isKept)
        if (kept.length === 0) waiting.delete(key)
        else waiting.set(key, kept)
      }
    },
  }
}
