import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockFault, diskFault, type Fault } from './faults.ts'

/** A fault that not every machine can make. */
type SpecialFault =
  | { name: string; missing: string }
  | { name: string; prepare(): { fault: Fault } & Disposable }

const LIBFAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
]
const DISK_SIZE = '160m'

/** A full disk, and clocks that jump: with what this machine lacks for them. */
export function specialFaults(): SpecialFault[] {
  return [fullDisk(), jumpingClock()]
}

function fullDisk(): SpecialFault {
  const name = 'the disk of PostgreSQL is full'
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { name, missing: 'only root may mount a small disk, on Linux' }
  const probe = mount()
  if (probe === undefined) return { name, missing: 'this machine does not let root mount a file system' }
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

function jumpingClock(): SpecialFault {
  const name = 'the clocks jump'
  const library = LIBFAKETIME.find((path) => existsSync(path))
  if (library === undefined)
    return { name, missing: 'libfaketime (Debian package faketime) is not installed' }
  return {
    name,
    prepare: () => {
      const directory = mkdtempSync(join(tmpdir(), 'clock-'))
      const offsetFile = join(directory, 'offset')
      writeFileSync(offsetFile, '+0')
      // The server of the test runs as another user.
      chmodSync(directory, 0o755)
      return {
        fault: clockFault({ library, offsetFile }),
        [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
      }
    },
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
  execFileSync('umount', [directory])
  rmSync(directory, { recursive: true })
}
