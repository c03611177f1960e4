import { typingDelays, viewDelays } from '../measuring/page.ts'
import type { Row } from '../measuring/report.ts'
import { skippedRow } from '../measuring/rows.ts'
import { inTurn } from '../measuring/sample.ts'
import { median } from '../measuring/statistics.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'

const MAX_DELAY_MILLISECONDS = 200

/** How soon the page redraws after a key, and a view responds to a press. */
export async function measurePage({ env }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  const slowest = async (delays: Promise<number[]>) => Math.max(...(await delays))
  const { typing, viewing } = await inTurn({
    typing: () => slowest(typingDelays(service.address)),
    viewing: () => slowest(viewDelays(service.address)),
  })
  return [
    delayRow('a key in the zone picker until the list is redrawn', median(typing)),
    delayRow('a press on a tab until the view responds, with 200 people', median(viewing)),
  ]
}

function delayRow(what: string, slowest: number): Row {
  const row = { what: `${what}, on a processor six times slower`, against: '–' }
  if (!Number.isFinite(slowest)) return skippedRow(row.what, row.against, 'Chromium is not installed')
  return {
    ...row,
    target: `at most ${MAX_DELAY_MILLISECONDS} ms`,
    measured: `the slowest: ${slowest} ms`,
    reached: slowest <= MAX_DELAY_MILLISECONDS,
  }
}
