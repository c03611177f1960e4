import { generateLoad } from '../measuring/load.ts'
import { QUIET_CORES } from '../measuring/processor.ts'
import type { Row } from '../measuring/report.ts'
import { postSet, setBody } from '../measuring/requests.ts'
import { interleave, medianOf, type Variant } from '../measuring/sample.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'

const READERS = 4
const WRITERS = 64
const MAX_RATIO = 3
const MAX_LOOP_DELAY_MILLISECONDS = 10

/** How long a reader of a cached record waits while many others write. */
export async function measureMixed(environment: Environment): Promise<Row[]> {
  await using service = await startService(environment.env, { watchLoop: true })
  await postSet(service.address, 'known')
  const reads = readsOf(service, environment)
  const readsBesideSets: Variant = {
    ...reads,
    run: async () => {
      const [result] = await Promise.all([
        reads.run(),
        generateLoad({ url: `${service.address}/v1/set`, connections: WRITERS, body: setBody('<random>') }),
      ])
      return result
    },
  }
  const { alone, beside } = await interleave({ alone: reads, beside: readsBesideSets })
  const ratio = medianOf(beside, 'p99') / medianOf(alone, 'p99')
  const loopDelay = Math.max(...beside.map((each) => each.loopDelay))
  const others = Math.max(...[...alone, ...beside].map((each) => each.otherCores))
  return [
    {
      what: `\`GET /v1/get\` of a known user, ${READERS} connections, while ${WRITERS} connections set`,
      against: 'the same without sets',
      target: `p99 at most ${MAX_RATIO} ×`,
      measured: `${ratio.toFixed(2)} ×`,
      p50: `${medianOf(beside, 'p50').toFixed(1)} / ${medianOf(alone, 'p50').toFixed(1)}`,
      p99: `${medianOf(beside, 'p99').toFixed(1)} / ${medianOf(alone, 'p99').toFixed(1)}`,
      loopDelay: loopDelay.toFixed(1),
      reached: ratio <= MAX_RATIO && !(loopDelay > MAX_LOOP_DELAY_MILLISECONDS),
      ...(others > QUIET_CORES && { busyCores: others }),
    },
  ]
}

function readsOf(service: BenchedProcess, { serverPids }: Environment): Variant {
  const url = `${service.address}/v1/get?id=known`
  return {
    run: () => generateLoad({ url, connections: READERS }),
    pids: [service.pid, ...serverPids],
    process: service,
  }
}
