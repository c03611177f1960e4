import { openCopySession } from '../measuring/copy.ts'
import type { LoadResult } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { compareLoads } from '../measuring/rows.ts'
import { interleave, type Variant } from '../measuring/sample.ts'
import { percentile, timed } from '../measuring/statistics.ts'
import { createKey } from '../servers/api-key.ts'
import type { Environment } from '../servers/environment.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const RECORDS = 1000

/** `POST /bulk`, one request after the other, against `copy` into the same table; both commit each thousand. */
export async function measureBulk({ env, serverPids }: Environment): Promise<Row[]> {
  await using service = await startService(env, { watchLoop: true })
  await using session = await openCopySession(env.DATABASE_URL)
  const key = await createKey(env.DATABASE_URL, 'records:write')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  // `copy` cannot replace a record, so every user is new.
  let users = 0
  const next = () => Array.from({ length: RECORDS }, () => newUser(++users))

  const post = async () => {
    const body = JSON.stringify({ records: next() })
    return timed(async () => {
      const response = await fetch(`${service.address}/v1/bulk`, { method: 'POST', headers, body })
      const text = await response.text()
      if (text.split('"saved"').length !== RECORDS + 1) throw new Error(`Not saved: ${text.slice(0, 300)}`)
    })
  }
  const copy = () =>
    session.copy(next().map(({ user_id, username, timezone }) => [user_id, username, timezone]))

  const ours: Variant = { run: () => repeat(post), pids: [service.pid, ...serverPids], process: service }
  const theirs: Variant = { run: () => repeat(copy), pids: serverPids }
  const what = `\`POST /v1/bulk\` of ${RECORDS.toLocaleString('en')} new records, one request at a time`
  const against = '`copy … from stdin` into the same table'
  const samples = await interleave({ ours, theirs })
  return [compareLoads({ what, against, targets: { throughput: 0.5 }, ...samples })]
}

function newUser(n: number) {
  return { user_id: `user-${n}`, username: `User ${n}`, timezone: 'Europe/Berlin' }
}

/** Repeats an action that resolves to the milliseconds it took, one after the other. */
async function repeat(action: () => Promise<number>): Promise<LoadResult> {
  const times: number[] = []
  const endsAt = performance.now() + settings.seconds * 1000
  while (performance.now() < endsAt) times.push(await action())
  const total = times.reduce((sum, time) => sum + time, 0)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  return { requests: times.length, perSecond: (times.length / total) * 1000, p50, p99 }
}
