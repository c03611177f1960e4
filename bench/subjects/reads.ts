import { generateLoad } from '../measuring/load.ts'
import { runPgbench, SELECT } from '../measuring/pgbench.ts'
import type { Row } from '../measuring/report.ts'
import { compareLoads, skippedRow } from '../measuring/rows.ts'
import { interleave } from '../measuring/sample.ts'
import { fillTable } from '../measuring/tables.ts'
import { startReferenceServer } from '../servers/baselines.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const CONNECTIONS = 32
const FEW = 100_000
const FILL_SECONDS = 12

/** `GET /get` of random users: of as many as fit into the cache, and of ten times as many. */
export async function measureReads(environment: Environment): Promise<Row[]> {
  await using service = await startService(environment.env, { watchLoop: true })
  const rows: Row[] = []
  for (const records of [FEW, settings.records]) {
    await fillTable(environment.database, records)
    // A service that has run for a while has read most users of a small registry within the last minute.
    await generateLoad({ ...randomLoad(service, records), seconds: FILL_SECONDS })
    rows.push(await compareWithOpponent(service, environment, records))
  }
  rows.push(await compareWithPgbench(service, environment))
  return rows
}

async function compareWithOpponent(
  service: BenchedProcess,
  environment: Environment,
  records: number,
): Promise<Row> {
  const what = `\`GET /v1/get\`, random of ${records.toLocaleString('en')} users, ${CONNECTIONS} connections`
  const against = 'the reference server'
  const reference = await startReferenceServer(environment.env.DATABASE_URL)
  if (reference.missing !== undefined) return skippedRow(what, against, reference.missing)
  await using theirs = reference
  const samples = await interleave({
    ours: randomReads(service, environment, records),
    theirs: randomReads(theirs, environment, records),
  })
  return compareLoads({ what, against, targets: { throughput: 1, p99: 2 }, ...samples })
}

async function compareWithPgbench(service: BenchedProcess, environment: Environment): Promise<Row> {
  const { pgbench: program, env, serverPids } = environment
  const what = `\`GET /v1/get\`, random of ${settings.records.toLocaleString('en')} users`
  const against = `\`pgbench -M prepared -c ${CONNECTIONS}\`, the same select`
  if (program === undefined) return skippedRow(what, against, 'pgbench is not installed')
  const options = { program, url: env.DATABASE_URL, clients: CONNECTIONS, statement: SELECT }
  const samples = await interleave({
    ours: randomReads(service, environment, settings.records),
    theirs: { run: () => runPgbench(options), pids: serverPids },
  })
  return compareLoads({ what, against, targets: { throughput: 0.3 }, ...samples })
}

function randomReads(benched: BenchedProcess, { serverPids }: Environment, records: number) {
  const load = randomLoad(benched, records)
  return { run: () => generateLoad(load), pids: [benched.pid, ...serverPids], process: benched }
}

function randomLoad({ address }: BenchedProcess, records: number) {
  return { url: `${address}/v1/get?id=<random>`, connections: CONNECTIONS, randomUpTo: records }
}
