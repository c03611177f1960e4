// `npm run bench:soak`: ten minutes of reads, of one user, of a million and of people's pages in turn; the memory of the
// process after each minute goes to results.md.
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import { generateLoad } from './measuring/load.ts'
import { writeLongRun } from './measuring/report.ts'
import { fillTable } from './measuring/tables.ts'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'
import { settings } from './settings.ts'

const CONNECTIONS = 32
const SHOWN = ['/u/<random>', '/badge/<random>.svg', '/embed/<random>']
const minutes = Math.max(1, Math.round(settings.memorySeconds / 60))

await using environment = await openEnvironment()
await using service = await startService(environment.env)
await fillTable(environment.database, settings.records)

let millions = 0
const rows = [row(0)]
for (let minute = 1; minute <= minutes; minute++) {
  await read('/v1/get?id=1', 38)
  await read('/v1/get?id=<random>', 10)
  for (const path of SHOWN) await read(path, 4)
  rows.push(row(minute))
  console.log(rows.at(-1))
}
writeLongRun(
  'soak',
  `\`npm run bench:soak\` on ${new Date().toISOString().slice(0, 10)}: ${minutes} minutes of reads on ${CONNECTIONS} connections. In each minute, \`GET /v1/get\` reads one user for 38 s
and random users for 10 s, which keeps the cache full; page, badge and embedded clock of random users follow for 4 s each. Node ${process.versions.node}, ${environment.serverDescription}.

| minute | requests, millions | resident memory, MB |
|---|---|---|
${rows.filter((_, minute) => minute < 2 || minute % 5 === 0).join('\n')}`,
)

async function read(path: string, seconds: number): Promise<void> {
  const url = service.address + path
  const { requests } = await generateLoad({ url, connections: CONNECTIONS, seconds })
  millions += requests / 1_000_000
}

function row(minute: number): string {
  return `| ${minute} | ${millions.toFixed(1)} | ${Math.round(residentMegabytes(service.pid))} |`
}
