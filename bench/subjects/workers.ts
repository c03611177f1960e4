import { generateLoad, type Load, type LoadResult } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { postSet, setBody } from '../measuring/requests.ts'
import { compareLoads, skippedRow, type Targets } from '../measuring/rows.ts'
import { interleave, medianOf, type Variant } from '../measuring/sample.ts'
import { recordAnswer, startBare, startReferenceServer } from '../servers/baselines.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'

const READ = { connections: 32, path: '/v1/get?id=known', body: undefined }
const SET = { connections: 64, path: '/v1/set', body: setBody('<random>') }

/** Two processes of the service against one, and against the reference server, which uses every core. */
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
    await compareTwoBare(one, environment),
    await compareWithOpponent(two, environment, READ, { throughput: 1.5, cpu: 0.5, p99: 1.5 }),
    await compareWithOpponent(two, environment, SET, { throughput: 1.5, p99: 1.5 }),
  ]
}

/** How much a second process can add on this machine, where the load generator needs a processor as well. */
async function compareTwoBare(service: BenchedProcess, environment: Environment): Promise<Row> {
  const answer = await recordAnswer(service.address + READ.path)
  await using first = await startBare(answer)
  await using second = await startBare(answer)
  const theirs = variant(first, environment, READ)
  const halves = [first, second].map((each) => variant(each, environment, { ...READ, connections: 16 }))
  const ours: Variant = {
    run: async () => addLoads(await Promise.all(halves.map((half) => half.run()))),
    pids: [first.pid, second.pid, ...environment.serverPids],
  }
  return compareLoads({
    what: 'two processes of bare `node:http` that send the same bytes, 16 connections each',
    against: 'one process, 32 connections',
    targets: {},
    ...(await interleave({ ours, theirs })),
  })
}

function addLoads(loads: readonly LoadResult[]): LoadResult {
  const sum = (figure: keyof LoadResult) => loads.reduce((total, load) => total + load[figure], 0)
  const most = (figure: keyof LoadResult) => Math.max(...loads.map((load) => load[figure]))
  return { requests: sum('requests'), perSecond: sum('perSecond'), p50: most('p50'), p99: most('p99') }
}

async function compareWithOpponent(
  two: BenchedProcess,
  environment: Environment,
  traffic: typeof READ | typeof SET,
  targets: Targets,
): Promise<Row> {
  const what = `\`WORKERS=2\`, \`${traffic.body === undefined ? 'GET /v1/get` of a known user' : 'POST /v1/set`'}, ${traffic.connections} connections`
  const against = 'the reference server'
  const reference = await startReferenceServer(environment.env.DATABASE_URL)
  if (reference.missing !== undefined) return skippedRow(what, against, reference.missing)
  await using other = reference
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
