import { setTimeout as sleep } from 'node:timers/promises'
import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { postSet, setBody } from '../measuring/requests.ts'
import { compareTimes } from '../measuring/rows.ts'
import { inTurn } from '../measuring/sample.ts'
import { median } from '../measuring/statistics.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const FEW = 64
const MANY = 2000
const RAMP_MILLISECONDS = 500
// An accepted set may take a second of waiting and several attempts.
const MIN_SECONDS = 3

/** How long an accepted set takes beside far more callers than the service can serve. */
export async function measureOverload({ env }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  const { many, few } = await inTurn({
    many: () => medianSet(service.address, MANY),
    few: () => medianSet(service.address, FEW),
  })
  const what = `a set that is accepted, beside ${MANY.toLocaleString('en')} connections that set`
  return [compareTimes({ what, against: `beside ${FEW}`, atMost: 3, ours: many, theirs: few })]
}

async function medianSet(address: string, connections: number): Promise<number> {
  const seconds = Math.max(MIN_SECONDS, settings.seconds)
  const load = generateLoad({
    url: `${address}/v1/set`,
    connections,
    seconds,
    body: setBody('<random>'),
    mayRefuse: true,
  })
  await sleep(RAMP_MILLISECONDS)
  const times: number[] = []
  const until = performance.now() + seconds * 1000 - RAMP_MILLISECONDS
  while (performance.now() < until) {
    const since = performance.now()
    if ((await postSet(address, 'patient')).ok) times.push(performance.now() - since)
  }
  await load
  return median(times)
}
