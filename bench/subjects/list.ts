import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import type { Row } from '../measuring/report.ts'
import { drain } from '../measuring/requests.ts'
import { compareTimes } from '../measuring/rows.ts'
import { inTurn } from '../measuring/sample.ts'
import { timed } from '../measuring/statistics.ts'
import { fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const MAX_GROWTH_MEGABYTES = 64
const WARM_UP_LISTS = 4
const COPY = 'copy (select user_id, username, timezone from timezones) to stdout'

/** The whole list against PostgreSQL's own export, and the memory that the service takes for it. */
export async function measureList({ env, database }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  await fillTable(database, settings.records)
  const growths: number[] = []
  // Until then, a list runs code that is not compiled yet, as no load runs before it.
  for (let list = 0; list < WARM_UP_LISTS; list++) await timeList(service, growths)
  const { ours, theirs } = await inTurn({
    ours: () => timeList(service, growths),
    theirs: () => timeCopy(env.DATABASE_URL),
  })
  const growth = Math.max(...growths)
  const what = `\`GET /v1/list\` of ${settings.records.toLocaleString('en')} records`
  return [
    compareTimes({ what, against: '`copy … to stdout`', atMost: 3, ours, theirs }),
    {
      what: 'memory of the process while it lists, at most',
      against: 'before that list',
      target: `at most ${MAX_GROWTH_MEGABYTES} MB more`,
      measured: `${Math.round(growth)} MB`,
      reached: growth <= MAX_GROWTH_MEGABYTES,
    },
  ]
}

async function timeList({ address, pid }: BenchedProcess, growths: number[]): Promise<number> {
  const before = residentMegabytes(pid)
  const watching = setInterval(() => growths.push(residentMegabytes(pid) - before), 20)
  const milliseconds = await timed(() => drain(`${address}/v1/list`))
  clearInterval(watching)
  return milliseconds
}

/** `copy` into nothing, by PostgreSQL's own client. */
function timeCopy(url: string): Promise<number> {
  return timed(() => promisify(execFile)('sh', ['-c', `psql "${url}" -c '${COPY}' > /dev/null`]))
}
