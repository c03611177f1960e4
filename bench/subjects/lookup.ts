import type { Row } from '../measuring/report.ts'
import { drain } from '../measuring/requests.ts'
import { inTurn } from '../measuring/sample.ts'
import { median, timed } from '../measuring/statistics.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'

const TIMES = 50
const TARGET = 20

/** One `/lookup` of a hundred ids against a hundred `/get`. */
export async function measureLookup({ env, database }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  await fillTable(database, 10_000)
  const ids = Array.from({ length: 100 }, (_, index) => String(index + 1))
  const getEach = async () => {
    for (const id of ids) await drain(`${service.address}/v1/get?id=${id}`)
  }
  const { single, hundred } = await inTurn({
    single: () => averageTime(getEach),
    hundred: () => averageTime(() => drain(`${service.address}/v1/lookup?ids=${ids.join(',')}`)),
  })
  const ratio = median(single) / median(hundred)
  return [
    {
      what: '`GET /v1/lookup` of 100 ids',
      against: '100 times `GET /v1/get`, one after the other',
      target: `at least ${TARGET} times faster`,
      measured: `${ratio.toFixed(0)} times (${median(hundred).toFixed(1)} / ${median(single).toFixed(1)} ms)`,
      reached: ratio >= TARGET,
    },
  ]
}

/** Many in a row: the first few run code that is not compiled yet. */
async function averageTime(work: () => Promise<void>): Promise<number> {
  const total = await timed(async () => {
    for (let times = 0; times < TIMES; times++) await work()
  })
  return total / TIMES
}
