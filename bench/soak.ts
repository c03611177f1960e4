// `npm run bench:soak`: ten minutes of reads, of one user and of a million in turn; what the process takes of memory after
// each minute goes to soak.md.
import { writeFileSync } from 'node:fs'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { startTestRedis } from '@timezone-registry/test-servers/redis'
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import pg from 'pg'
import { requestsPerSecond } from './measure.ts'
import { startService } from './start-service.ts'

const MINUTES = 10
const USERS = 1_000_000

await using postgres = await startTestPostgres()
await using redis = await startTestRedis()
await using service = await startService({ DATABASE_URL: postgres.url, REDIS_URL: redis.url })
const database = new pg.Client(postgres.url)
await database.connect()
await database.query(
  `insert into timezones (user_id, username, timezone) select n::text, 'user name ' || n, 'Europe/Berlin' from generate_series(1, ${USERS}) n`,
)
await database.query('vacuum analyze timezones')
await database.end()

let millions = 0
const rows = [row(0, residentMegabytes(service.pid))]
for (let minute = 1; minute <= MINUTES; minute++) {
  await read('1', 50)
  await read('<random>', 10)
  rows.push(row(minute, residentMegabytes(service.pid)))
  console.log(rows.at(-1))
}
writeFileSync(
  new URL('./soak.md', import.meta.url),
  `# Memory under load\n\nWritten by \`npm run bench:soak\`: ${MINUTES} minutes of \`GET /v1/get\` on 32 connections, of each minute 50 s for one user and 10 s for a million in turn, so that the cache is always full. Node ${process.versions.node}.\n\n| minute | requests, millions | resident memory, MB |\n|---|---|---|\n${rows.join('\n')}\n`,
)

async function read(id: string, seconds: number): Promise<void> {
  const url = `${service.address}/v1/get?id=${id}`
  millions += ((await requestsPerSecond({ url, connections: 32, seconds })) * seconds) / 1_000_000
}

function row(minute: number, megabytes: number): string {
  return `| ${minute} | ${millions.toFixed(1)} | ${Math.round(megabytes)} |`
}
