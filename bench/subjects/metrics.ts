import { freePort } from '@timezone-registry/test-servers/free-port'
import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { compareLoads } from '../measuring/rows.ts'
import { interleave } from '../measuring/sample.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'

const CONNECTIONS = 32
const RECORDS = 1000

/** Cached reads with and without the metrics: the difference in CPU is what counting costs each request. */
export async function measureMetrics({ env, database, serverPids }: Environment): Promise<Row[]> {
  await using counted = await startService({ ...env, METRICS_PORT: String(await freePort()) })
  await using plain = await startService(env)
  await fillTable(database, RECORDS)
  const reads = (benched: BenchedProcess) => ({
    run: () =>
      generateLoad({
        url: `${benched.address}/v1/get?id=<random>`,
        connections: CONNECTIONS,
        randomUpTo: RECORDS,
      }),
    pids: [benched.pid, ...serverPids],
    process: benched,
  })
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
