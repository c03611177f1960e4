import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another process uses the same data directory. */
class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError'

  constructor(directory: string) {
    super(
      `Another process is using the data directory ${directory}. Stop it, or set DATA_DIR to another directory.`,
    )
  }
}

/**
 * Creates the directory if it is missing and locks it for this process; disposing the result unlocks it.
 * Throws `DataDirectoryInUseError`.
 *
 * PGlite takes no lock. SQLite uses the operating system's file lock, which is released when the process ends, even
 * after a crash; a file with a process id would remain.
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
