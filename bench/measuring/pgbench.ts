import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { settings } from '../settings.ts'
import type { LoadResult } from './load.ts'
import { percentile } from './statistics.ts'

/** The same upsert as the service's, for `pgbench`. */
export const UPSERT = `insert into timezones (user_id, username, timezone) values ((:id)::text, 'nelly', 'Europe/Berlin')
 on conflict (user_id) do update set username = excluded.username, timezone = excluded.timezone,
 updated_at = greatest(now(), timezones.updated_at + interval '1 millisecond')
 returning user_id, username, timezone, created_at, updated_at`
export const SELECT =
  'select user_id, username, timezone, created_at, updated_at from timezones where user_id = (:id)::text'

/** Runs a prepared statement with this many concurrent clients; `:id` is a random number from 1 to a million. */
export async function runPgbench({
  program,
  url,
  clients,
  statement,
}: {
  program: string
  url: string
  clients: number
  statement: string
}): Promise<LoadResult> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const script = join(directory, 'statement.sql')
  writeFileSync(script, `\\set id random(1, 1000000)\n${statement.replaceAll('\n', ' ')};\n`)
  const args = `-n -M prepared -c ${clients} -j 1 -T ${Math.max(1, settings.seconds)} -l -f ${script}`
  const { stdout } = await promisify(execFile)(program, [...args.split(' '), url], { cwd: directory })
  const latencies = readdirSync(directory)
    .filter((name) => name.startsWith('pgbench_log'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n'))
    // Each line: client, transaction, microseconds, …
    .map((line) => Number(line.split(' ')[2]) / 1000)
  rmSync(directory, { recursive: true })
  return {
    requests: latencies.length,
    perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}
