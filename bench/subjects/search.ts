import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { compareLoads } from '../measuring/rows.ts'
import { interleave } from '../measuring/sample.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const CONNECTIONS = 32

/** `GET /search` of random names, most of which are the beginning of several, against a read of one record. */
export async function measureSearch({ env, database, serverPids }: Environment): Promise<Row[]> {
  await using service = await startService(env, { watchLoop: true })
  await fillTable(database, settings.records)
  const load = (path: string) => ({
    run: () =>
      generateLoad({
        url: `${service.address}${path}`,
        connections: CONNECTIONS,
        randomUpTo: settings.records,
      }),
    pids: [service.pid, ...serverPids],
    process: service,
  })
  const samples = await interleave({
    ours: load('/v1/search?name=user%20name%20<random>'),
    theirs: load('/v1/get?id=<random>'),
  })
  const what = `\`GET /v1/search\`, random of ${settings.records.toLocaleString('en')} names, ${CONNECTIONS} connections`
  return [
    compareLoads({
      what,
      against: '`GET /v1/get` of random users',
      targets: { throughput: 0.2 },
      ...samples,
    }),
  ]
}
