import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another process works in the same data directory. */
class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError'

  constructor(directory: string) {
    super(
      `Another process is using the data directory ${directory}. Stop it, or set DATA_DIR to another directory.`,
    )
  }
}

/**
 * Makes the directory if it is missing and locks it for this process; disposing the result unlocks it.
 * Throws `DataDirectoryInUseError`.
 *
 * SQLite's file lock is the operating system's own: it ends with the process, however that ends, so nothing stale
 * can be left behind, which a file with a process id cannot promise. (PGlite itself locks nothing.)
 */
export function lockDataDirectory(directory: string): Disposable {
  mkdirSync(directory, { recursive: true })
  const lock = new DatabaseSync(join(directory, 'lock'))
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new DataDirectoryInUseError(directory)
  }
  return { [Symbol.dispose]: () => lock.close() }
}
