import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The mark that a cluster's files were closed completely. */
export type CleanShutdown = {
  /**
   * Removes the mark. False if there was none, or if it is a copy: then the files may be older than what was last
   * acknowledged.
   */
  take(): boolean
  /** Writes the mark, once the files are closed. */
  note(): void
}

/** The mark states which file it is, so a copy is recognised: its inode was created at another time. */
export function createCleanShutdown(cluster: string): CleanShutdown {
  const path = join(cluster, 'clean-shutdown')
  return {
    take: () => {
      const file = openIfExists(path, 'r')
      if (file === undefined) return false
      const isOriginal = readFileSync(file, 'utf8') === identityOf(file)
      closeSync(file)
      rmSync(path)
      syncDirectory(path)
      return isOriginal
    },
    note: () => {
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

function openIfExists(path: string, flags: string): number | undefined {
  try {
    return openSync(path, flags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Otherwise a power failure may restore the mark and lose the writes that followed its removal. */
function syncDirectory(path: string): void {
  // Windows cannot open a directory as a file.
  if (process.platform === 'win32') return
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory)
  closeSync(directory)
}
