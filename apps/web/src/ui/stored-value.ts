// Values that the browser refused to store. They last as long as the page.
const unstored = new Map<string, string>()

/** Reads a JSON value of this browser's storage; undefined if there is none, or none that can be read. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(unstored.get(key) ?? localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The same for an object, whose values may be anything; empty if there is none. */
export function readStoredObject(key: string): Record<string, unknown> {
  const stored = readStored(key)
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
}

/** Stores a JSON value. A browser that refuses storage keeps it for the life of the page only. */
export function writeStored(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(key, text)
    unstored.delete(key)
  } catch {
    // Private windows and full disks.
    unstored.set(key, text)
  }
}
