import { setTimeout as sleep } from 'node:timers/promises'
import { processorSeconds, waitForQuiet, watchOthers } from '../measuring/processor.ts'
import type { Row } from '../measuring/report.ts'
import { drain, postSet } from '../measuring/requests.ts'
import { timed } from '../measuring/statistics.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const SAVES = 60
const MOST_CORES = 0.05
const REST_MILLISECONDS = 30_000

/** The first `/stats` of a large table, the one right after it, and one each second while somebody saves each second. */
export async function measureStats(environment: Environment): Promise<Row[]> {
  await using service = await startService(environment.env)
  await fillTable(environment.database, settings.records)
  // Or PostgreSQL would write these records meanwhile.
  await environment.database.query('checkpoint')
  const what = `\`GET /v1/stats\` of ${settings.records.toLocaleString('en')} records`
  const first = await timed(() => drain(`${service.address}/v1/stats`))
  const second = await timed(() => drain(`${service.address}/v1/stats`))
  return [
    {
      what,
      against: 'the next, immediately',
      target: 'not slower',
      measured: `${Math.round(first)} ms, then ${second.toFixed(1)} ms`,
      reached: second <= first,
    },
    { what: `${what} and a set, each second for ${SAVES} s`, ...(await measureSaves(service, environment)) },
  ]
}

/** The share of a core that these requests take, PostgreSQL's part included, beside what the programs take at rest. */
async function measureSaves({ address, pid }: BenchedProcess, { serverPids }: Environment) {
  const pids = [pid, ...serverPids]
  await waitForQuiet()
  const others = watchOthers()
  const atRest = await coresOf(pids, () => sleep(REST_MILLISECONDS))
  const cores = await coresOf(pids, async () => {
    for (let second = 0; second < SAVES; second++) {
      await postSet(address, String(second))
      await drain(`${address}/v1/stats`)
      await sleep(1000)
    }
  })
  return {
    against: '–',
    target: `at most ${MOST_CORES * 100} % of a core`,
    measured: `${percent(cores - atRest)} of a core, besides ${percent(atRest)} at rest`,
    otherCores: others(),
    reached: cores - atRest <= MOST_CORES,
  }
}

async function coresOf(pids: readonly number[], work: () => Promise<unknown>): Promise<number> {
  const [before, startedAt] = [processorSeconds(pids), performance.now()]
  await work()
  return (processorSeconds(pids) - before) / ((performance.now() - startedAt) / 1000)
}

function percent(cores: number): string {
  return `${(cores * 100).toFixed(1)} %`
}
