import { freePort } from '@timezone-registry/test-servers/free-port'
import type { Row } from '../measuring/report.ts'
import { compareLoads } from '../measuring/rows.ts'
import { interleave } from '../measuring/sample.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'
import { CONNECTIONS, RECORDS, readCached } from './cached-reads.ts'

/** Cached reads with and without the metrics: the difference in CPU is what counting costs each request. */
export async function measureMetrics(environment: Environment): Promise<Row[]> {
  const { env, database } = environment
  await using counted = await startService({ ...env, METRICS_PORT: String(await freePort()) })
  await using plain = await startService(env)
  await fillTable(database, RECORDS)
  const reads = (benched: BenchedProcess) => readCached(benched, environment)
  const samples = await interleave({ ours: reads(counted), theirs: reads(plain) })
  return [
    compareLoads({
      what: `cached \`GET /v1/get\` with \`METRICS_PORT\`, ${CONNECTIONS} connections`,
      against: 'the same without',
      targets: { cpu: 1.02 },
      ...samples,
    }),
  ]
}
