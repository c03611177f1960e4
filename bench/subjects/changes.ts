import { waitForQuiet } from '../measuring/processor.ts'
import type { Row } from '../measuring/report.ts'
import { drain } from '../measuring/requests.ts'
import { compareTimes } from '../measuring/rows.ts'
import { timed } from '../measuring/statistics.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const FEW = 10_000
// Single ones differ widely: a page takes some 6 ms.
const TIMES = 200

/** A page of the change feed on a large table against one on a small table. */
export async function measureChanges({ env, database }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  await fillTable(database, FEW)
  const theirs = await timePages(service.address)
  await fillTable(database, settings.records)
  const ours = await timePages(service.address)
  const what = `\`GET /v1/changes\` of 1,000 changes, ${settings.records.toLocaleString('en')} records`
  const against = `the same with ${FEW.toLocaleString('en')} records`
  return [compareTimes({ what, against, atMost: 1.2, ours, theirs })]
}

async function timePages(address: string): Promise<number[]> {
  await waitForQuiet()
  const times: number[] = []
  for (let round = 0; round < TIMES * 2; round++)
    times.push(await timed(() => drain(`${address}/v1/changes?limit=1000`)))
  // The first half runs code that is not compiled yet.
  return times.slice(TIMES)
}
