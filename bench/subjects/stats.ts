import type { Row } from '../measuring/report.ts'
import { drain } from '../measuring/requests.ts'
import { timed } from '../measuring/statistics.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

/** The first `/stats` of a large table and the one right after it. */
export async function measureStats({ env, database }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  await fillTable(database, settings.records)
  const first = await timed(() => drain(`${service.address}/v1/stats`))
  const second = await timed(() => drain(`${service.address}/v1/stats`))
  return [
    {
      what: `\`GET /v1/stats\` of ${settings.records.toLocaleString('en')} records`,
      against: 'the next, immediately',
      target: 'not slower',
      measured: `${Math.round(first)} ms, then ${second.toFixed(1)} ms`,
      reached: second <= first,
    },
  ]
}
