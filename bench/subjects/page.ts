import { firstLoadBytes, typingDelays } from '../measuring/page.ts'
import type { Row } from '../measuring/report.ts'
import { skippedRow } from '../measuring/rows.ts'
import { inTurn } from '../measuring/sample.ts'
import { median } from '../measuring/statistics.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'

const MAX_BYTES = 130_000
const MAX_DELAY_MILLISECONDS = 200

/** Size of the page's first load, and how soon it redraws after a key. */
export async function measurePage({ env }: Environment): Promise<Row[]> {
  const bytes = firstLoadBytes()
  const size: Row = {
    what: 'the page’s JavaScript, first load, gzipped',
    against: '–',
    target: `at most ${MAX_BYTES / 1000} KB`,
    measured: `${(bytes / 1000).toFixed(1)} KB`,
    reached: bytes <= MAX_BYTES,
  }
  await using service = await startService(env)
  const { delays } = await inTurn({
    delays: async () => Math.max(...(await typingDelays(service.address))),
  })
  const what = 'a key in the zone picker until the list is redrawn, on a processor six times slower'
  const slowest = median(delays)
  if (!Number.isFinite(slowest)) return [size, skippedRow(what, '–', 'Chromium is not installed')]
  return [
    size,
    {
      what,
      against: '–',
      target: `at most ${MAX_DELAY_MILLISECONDS} ms`,
      measured: `the slowest of 16: ${slowest} ms`,
      reached: slowest <= MAX_DELAY_MILLISECONDS,
    },
  ]
}
