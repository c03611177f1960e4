import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { setBody } from '../measuring/requests.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const MAX_MEGABYTES = 300

/** Resident memory after mixed traffic: reads of random users that keep the cache full, and sets. */
export async function measureMemory({ env, database }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  await fillTable(database, settings.records)
  const before = residentMegabytes(service.pid)
  const seconds = settings.memorySeconds
  await Promise.all([
    generateLoad({ url: `${service.address}/v1/get?id=<random>`, connections: 24, seconds }),
    generateLoad({ url: `${service.address}/v1/set`, connections: 8, seconds, body: setBody('<random>') }),
  ])
  const after = residentMegabytes(service.pid)
  return [
    {
      what: `memory of the process after ${seconds} s of mixed traffic`,
      against: 'before',
      target: `at most ${MAX_MEGABYTES} MB`,
      measured: `${Math.round(after)} MB (${Math.round(before)} MB before)`,
      reached: after <= MAX_MEGABYTES,
    },
  ]
}
