import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { type Fault, refusedSome } from './faults.ts'

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

/** The disk of PostgreSQL fills up: a small file system in memory, which only root may mount. */
function diskFault(directory: string): Fault {
  const ballast = join(directory, 'ballast')
  return {
    name: 'the disk of PostgreSQL is full',
    options: { postgres: { directory } },
    strike: async ({ postgres }, milliseconds) => {
      fill(ballast)
      await sleep(milliseconds)
      rmSync(ballast)
      // A server that could not write its log has ended itself.
      await postgres.startIfEnded()
    },
    isFelt: refusedSome,
  }
}

/** The clock of the processes and of PostgreSQL jumps; `offsetFile` is what `libfaketime` reads. */
function clockFault({ library, offsetFile }: { library: string; offsetFile: string }): Fault {
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: offsetFile,
    FAKETIME_NO_CACHE: '1',
    // Only the time of day jumps, as it does where somebody sets it.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return {
    name: 'the clocks jump an hour ahead, two back, and one ahead',
    options: { postgres: { env }, env },
    strike: async ({ instances }, milliseconds) => {
      for (const hours of [1, -1, 0]) {
        writeFileSync(offsetFile, `${hours < 0 ? '' : '+'}${hours}h`)
        for (const { address } of instances)
          await waitUntil(async () => Math.round(await hoursAhead(address)) === hours, 'the clock to jump')
        await sleep(milliseconds / 3)
      }
    },
    // The jumps were waited for.
    isFelt: () => true,
  }
}

/** By how much a process's clock is ahead of ours, as its answers tell. */
async function hoursAhead(address: string): Promise<number> {
  const answer = await fetch(`${address}/livez`)
  return (Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 3_600_000
}

/** Writes until nothing more fits. */
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
