import { generateLoad, type Load } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { postSet, setBody } from '../measuring/requests.ts'
import { compareLoads, skippedRow, type Targets } from '../measuring/rows.ts'
import { interleave, medianOf, type Variant } from '../measuring/sample.ts'
import { startOpponent } from '../servers/baselines.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'

const READ = { connections: 32, path: '/v1/get?id=known', body: undefined }
const SET = { connections: 64, path: '/v1/set', body: setBody('<random>') }

/** Two processes of the service against one, and against the opponent, which uses every core. */
export async function measureWorkers(environment: Environment): Promise<Row[]> {
  await using one = await startService(environment.env)
  await using two = await startService({ ...environment.env, WORKERS: '2' })
  for (const { address } of [one, two]) await postSet(address, 'known')
  const ours = variant(two, environment, READ)
  const samples = await interleave({ ours, theirs: variant(one, environment, READ) })
  const generator = medianOf(samples.ours, 'generatorCores').toFixed(2)
  const row = compareLoads({
    what: `\`WORKERS=2\`, \`GET /v1/get\` of a known user, load generator taking ${generator} cores`,
    against: '`WORKERS=1`',
    targets: { throughput: 1.6 },
    ...samples,
  })
  return [
    row,
    await compareWithOpponent(two, environment, READ, { throughput: 1.5, cpu: 0.5, p99: 1.5 }),
    await compareWithOpponent(two, environment, SET, { throughput: 1.5, p99: 1.5 }),
  ]
}

async function compareWithOpponent(
  two: BenchedProcess,
  environment: Environment,
  traffic: typeof READ | typeof SET,
  targets: Targets,
): Promise<Row> {
  const what = `\`WORKERS=2\`, \`${traffic.body === undefined ? 'GET /v1/get` of a known user' : 'POST /v1/set`'}, ${traffic.connections} connections`
  const against = 'the compiled opponent'
  const opponent = await startOpponent(environment.env.DATABASE_URL)
  if (opponent.missing !== undefined) return skippedRow(what, against, opponent.missing)
  await using other = opponent
  const ours = variant(two, environment, traffic)
  const theirs = variant(other, environment, traffic)
  return compareLoads({ what, against, targets, ...(await interleave({ ours, theirs })) })
}

function variant(
  benched: BenchedProcess,
  { serverPids }: Environment,
  { path, connections, body }: typeof READ | typeof SET,
): Variant {
  const load: Load = { url: benched.address + path, connections, ...(body !== undefined && { body }) }
  return { run: () => generateLoad(load), pids: [benched.pid, ...serverPids] }
}
