/** Reads a JSON value of this browser's storage; undefined if there is none, or none that can be read. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a JSON value. A browser that refuses storage keeps it for the life of the page only. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private windows and full disks.
  }
}
