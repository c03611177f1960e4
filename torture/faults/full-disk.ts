import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fault, refusedSome } from './fault.ts'
import type { SpecialFault } from './special.ts'

const DISK_SIZE = '160m'

/** PostgreSQL's disk, a small in-memory file system that only root can mount, fills up. */
export function fullDisk(): SpecialFault {
  const name = 'the disk of PostgreSQL is full'
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { name, missing: 'only root on Linux may mount a small disk' }
  const probe = mount()
  if (probe === undefined) return { name, missing: 'root may not mount a file system here' }
  unmount(probe)
  return {
    name,
    prepare: () => {
      const directory = mount()
      if (directory === undefined) throw new Error('It could be mounted before')
      return { fault: diskFault(directory), [Symbol.dispose]: () => unmount(directory) }
    },
  }
}

function diskFault(directory: string): Fault {
  const ballast = join(directory, 'ballast')
  return {
    name: 'the disk of PostgreSQL is full',
    options: { postgres: { directory } },
    strike: async ({ postgres }, hold) => {
      fill(ballast)
      await hold()
      rmSync(ballast)
      // A server that cannot write its WAL shuts down.
      await postgres.startIfEnded()
    },
    isFelt: refusedSome,
  }
}

function mount(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=755`, 'tmpfs', directory], {
      stdio: 'ignore',
    })
    return directory
  } catch {
    rmSync(directory, { recursive: true })
    return undefined
  }
}

function unmount(directory: string): void {
  // The last processes that used it may still be ending.
  execFileSync('umount', ['--lazy', directory])
  rmSync(directory, { recursive: true })
}

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const size of [1 << 20, 1 << 12])
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
  } finally {
    closeSync(file)
  }
}
