// `npm run bench:soak`: ten minutes of reads, of one user and of a million in turn; the memory of the process after each
// minute goes to results.md.
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import { generateLoad } from './measuring/load.ts'
import { writeLongRun } from './measuring/report.ts'
import { fillTable } from './measuring/tables.ts'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'
import { settings } from './settings.ts'

const CONNECTIONS = 32
const minutes = Math.max(1, Math.round(settings.memorySeconds / 60))

await using environment = await openEnvironment()
await using service = await startService(environment.env)
await fillTable(environment.database, settings.records)

let millions = 0
const rows = [row(0)]
for (let minute = 1; minute <= minutes; minute++) {
  await read('1', 50)
  await read('<random>', 10)
  rows.push(row(minute))
  console.log(rows.at(-1))
}
writeLongRun(
  'soak',
  `Memory under load, written by \`npm run bench:soak\` on ${new Date().toISOString().slice(0, 10)}: ${minutes} minutes of \`GET /v1/get\` on ${CONNECTIONS} connections. In each minute, one user is read for 50 s
and random users for 10 s, which keeps the cache full. Node ${process.versions.node}, ${environment.serverDescription}.

| minute | requests, millions | resident memory, MB |
|---|---|---|
${rows.join('\n')}`,
)

async function read(id: string, seconds: number): Promise<void> {
  const url = `${service.address}/v1/get?id=${id}`
  const { requests } = await generateLoad({ url, connections: CONNECTIONS, seconds })
  millions += requests / 1_000_000
}

function row(minute: number): string {
  return `| ${minute} | ${millions.toFixed(1)} | ${Math.round(residentMegabytes(service.pid))} |`
}
