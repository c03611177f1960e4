import { generateLoad } from '../measuring/load.ts'
import type { Variant } from '../measuring/sample.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'

/** Connections that the load of `readCached` uses. */
export const CONNECTIONS = 32
/** Records that it reads: few enough to be cached. */
export const RECORDS = 1000

/** Random reads of a service whose table has `RECORDS` records. */
export function readCached(benched: BenchedProcess, { serverPids }: Environment): Variant {
  return {
    run: () =>
      generateLoad({
        url: `${benched.address}/v1/get?id=<random>`,
        connections: CONNECTIONS,
        randomUpTo: RECORDS,
      }),
    pids: [benched.pid, ...serverPids],
    process: benched,
  }
}
