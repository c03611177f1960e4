import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has locked the data directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'

  constructor(directory: string) {
    super(
      `Another process is using the data directory ${directory}. Stop it, or set DATA_DIR to another directory.`,
    )
  }
}

/**
 * Creates the directory if it is missing and locks it for this process; disposing the result unlocks it.
 * Throws `DirectoryInUse` if another process uses it, or if this user cannot write to it.
 *
 * PGlite takes no lock. SQLite uses the operating system's file lock, which is released when the process ends, even
 * after a crash; a file with a process id would remain.
 */
export function lockDataDirectory(directory: string): Disposable {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `This user cannot write to the data directory ${directory} (${code}). Give them the directory, set DATA_DIR to another one, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  const lock = lockFile(join(directory, 'lock'))
  if (lock === undefined) throw new DirectoryInUse(directory)
  return lock
}

/** Locks a file, which it creates, until the result is disposed; undefined if another process has locked it. */
export function lockFile(path: string): Disposable | undefined {
  const lock = new DatabaseSync(path)
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return undefined
  }
  return { [Symbol.dispose]: () => lock.close() }
}

/**
 * The mark that a cluster's files were closed completely. It states which file it is, so a copy is recognised: its inode
 * was created at another time.
 */
export function createCleanShutdown(cluster: string) {
  const path = join(cluster, 'clean-shutdown')
  return {
    /**
     * Removes the mark. False if there was none, or if it is a copy: then the files may be older than what was last
     * acknowledged.
     */
    take: (): boolean => {
      if (!existsSync(path)) return false
      const file = openSync(path, 'r')
      const isOriginal = readFileSync(file, 'utf8') === identityOf(file)
      closeSync(file)
      rmSync(path)
      // A power failure may otherwise restore the mark and lose the writes that follow.
      syncDirectory(dirname(path))
      return isOriginal
    },
    /** Writes the mark, once the files are closed. */
    note: (): void => {
      const file = openSync(path, 'w')
      writeFileSync(file, identityOf(file))
      closeSync(file)
    },
  }
}

function identityOf(file: number): string {
  const { ino, birthtimeNs } = fstatSync(file, { bigint: true })
  return `${ino} ${birthtimeNs}`
}

/** Makes what was created, renamed or removed in a directory durable. */
export function syncDirectory(path: string): void {
  // Windows cannot open a directory as a file.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  fsyncSync(directory)
  closeSync(directory)
}
