import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import type { Fault } from './fault.ts'
import type { SpecialFault } from './special.ts'

const LIBFAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
]

/** The clocks of the service and of PostgreSQL jump, with libfaketime. */
export function jumpingClock(): SpecialFault {
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
      // PostgreSQL runs as another user.
      chmodSync(directory, 0o755)
      return {
        fault: clockFault({ library, offsetFile }),
        [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
      }
    },
  }
}

/** The clock of the processes and of PostgreSQL jumps; `offsetFile` is the file that `libfaketime` reads. */
function clockFault({ library, offsetFile }: { library: string; offsetFile: string }): Fault {
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: offsetFile,
    FAKETIME_NO_CACHE: '1',
    // Only the wall clock jumps, as when an operator sets it.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return {
    name: 'the clocks jump an hour ahead, two back, and one ahead',
    options: { postgres: { env }, env },
    strike: async ({ instances }, hold) => {
      for (const hours of [1, -1, 0]) {
        writeFileSync(offsetFile, `${hours < 0 ? '' : '+'}${hours}h`)
        for (const { address } of instances)
          await waitUntil(async () => Math.round(await hoursAhead(address)) === hours, 'the clock to jump')
        await hold()
      }
    },
    // The fault waits until every process shows each jump.
    isFelt: () => true,
  }
}

/** How far a process's clock is ahead of ours, from the `Date` of its responses. */
async function hoursAhead(address: string): Promise<number> {
  const answer = await fetch(`${address}/livez`)
  return (Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 3_600_000
}
