import { accessSync, constants, mkdirSync } from 'node:fs'
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

/** Thrown when this user cannot create the data directory or write to it. */
class DataDirectoryNotWritableError extends Error {
  override readonly name = 'DataDirectoryNotWritableError'

  constructor(directory: string, cause: unknown) {
    const { code } = cause as NodeJS.ErrnoException
    super(
      `This user cannot write to the data directory ${directory} (${code}). Give them the directory, set DATA_DIR to another one, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * Creates the directory if it is missing and locks it for this process; disposing the result unlocks it.
 * Throws `DataDirectoryInUseError` and `DataDirectoryNotWritableError`.
 *
 * PGlite takes no lock. SQLite uses the operating system's file lock, which is released when the process ends, even
 * after a crash; a file with a process id would remain.
 */
export function lockDataDirectory(directory: string): Disposable {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    throw new DataDirectoryNotWritableError(directory, error)
  }
  const lock = new DatabaseSync(join(directory, 'lock'))
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new DataDirectoryInUseError(directory)
  }
  return { [Symbol.dispose]: () => lock.close() }
}
