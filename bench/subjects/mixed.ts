import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { postSet, setBody } from '../measuring/requests.ts'
import { compareLoads, mostOtherCores, skippedRow } from '../measuring/rows.ts'
import { interleave, medianOf, type Variant } from '../measuring/sample.ts'
import { startReferenceServer } from '../servers/baselines.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'

const PATH = '/v1/get?id=known'
const READERS = 4
const WRITERS = 64
const MAX_RATIO = 3
const MAX_LOOP_DELAY_MILLISECONDS = 10
const WHAT = `\`GET /v1/get\` of a known user, ${READERS} connections, while ${WRITERS} connections set`

/** How long a reader of a cached record waits while many others write. */
export async function measureMixed(environment: Environment): Promise<Row[]> {
  await using service = await startService(environment.env, { watchLoop: true })
  await postSet(service.address, 'known')
  return [await compareWithoutSets(service, environment), await compareWithOpponent(service, environment)]
}

async function compareWithoutSets(service: BenchedProcess, environment: Environment): Promise<Row> {
  const samples = { alone: readsOf(service, environment), beside: readsBesideSets(service, environment) }
  const { alone, beside } = await interleave(samples)
  const ratio = medianOf(beside, 'p99') / medianOf(alone, 'p99')
  const loopDelay = Math.max(...beside.map((each) => each.loopDelay))
  return {
    what: WHAT,
    against: 'the same without sets',
    target: `p99 at most ${MAX_RATIO} ×`,
    measured: `${ratio.toFixed(2)} ×`,
    p50: `${medianOf(beside, 'p50').toFixed(1)} / ${medianOf(alone, 'p50').toFixed(1)}`,
    p99: `${medianOf(beside, 'p99').toFixed(1)} / ${medianOf(alone, 'p99').toFixed(1)}`,
    loopDelay: Number.isNaN(loopDelay) ? '' : loopDelay.toFixed(1),
    reached: ratio <= MAX_RATIO && !(loopDelay > MAX_LOOP_DELAY_MILLISECONDS),
    otherCores: mostOtherCores([...alone, ...beside]),
  }
}

async function compareWithOpponent(service: BenchedProcess, environment: Environment): Promise<Row> {
  const against = 'the reference server, as busy'
  const reference = await startReferenceServer(environment.env.DATABASE_URL)
  if (reference.missing !== undefined) return skippedRow(WHAT, against, reference.missing)
  await using other = reference
  const ours = readsBesideSets(service, environment)
  const theirs = readsBesideSets(other, environment)
  const samples = await interleave({ ours, theirs })
  // The CPU time is that of the sets, too, so it says nothing about a read.
  const { cpu: _, ...row } = compareLoads({ what: WHAT, against, targets: { p99: 1 }, ...samples })
  return row
}

function readsBesideSets(benched: BenchedProcess, environment: Environment): Variant {
  const reads = readsOf(benched, environment)
  const sets = { url: `${benched.address}/v1/set`, connections: WRITERS, body: setBody('<random>') }
  return { ...reads, run: async () => (await Promise.all([reads.run(), generateLoad(sets)]))[0] }
}

function readsOf(benched: BenchedProcess, { serverPids }: Environment): Variant {
  return {
    run: () => generateLoad({ url: benched.address + PATH, connections: READERS }),
    pids: [benched.pid, ...serverPids],
    process: benched,
  }
}
