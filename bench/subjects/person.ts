import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { compareLoads } from '../measuring/rows.ts'
import { interleave, type Variant } from '../measuring/sample.ts'
import { fillTable } from '../measuring/tables.ts'
import { recordAnswer, startBare } from '../servers/baselines.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'

const PEOPLE = 100
const MAX_MEGABYTES = 300
const IDENTITY = { 'accept-encoding': 'identity' }
const PATHS = { page: '/u/<random>', badge: '/badge/<random>.svg', 'embedded clock': '/embed/<random>' }

/** A person's page, badge and embedded clock, of a hundred people, against a server that sends the same bytes. */
export async function measurePerson(environment: Environment): Promise<Row[]> {
  await using service = await startService(environment.env)
  await fillTable(environment.database, PEOPLE)
  const before = Math.round(residentMegabytes(service.pid))
  const rows: Row[] = []
  for (const [name, path] of Object.entries(PATHS)) {
    await using bare = await startBare(
      await recordAnswer(service.address + path.replace('<random>', '1'), IDENTITY),
    )
    const [ours, theirs] = [toVariant(service, path), toVariant(bare, path)]
    const samples = await interleave({ ours, theirs })
    const what = `a person’s ${name}, 8 connections`
    const against = 'bare `node:http`'
    rows.push(compareLoads({ what, against, targets: { throughput: 0.2 }, ...samples }))
  }
  const after = Math.round(residentMegabytes(service.pid))
  return [
    ...rows,
    {
      what: 'memory of the process after these rows',
      against: 'before',
      target: `at most ${MAX_MEGABYTES} MB`,
      measured: `${after} MB (${before} MB before)`,
      reached: after <= MAX_MEGABYTES,
    },
  ]
}

function toVariant({ address, pid }: BenchedProcess, path: string): Variant {
  const load = { url: address + path, connections: 8, randomUpTo: PEOPLE }
  return { run: () => generateLoad(load), pids: [pid] }
}
