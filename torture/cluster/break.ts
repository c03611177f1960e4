// `npm run cluster:break [-- PART OF A NAME] [--from FOLDER]`: starts the reference cluster, breaks each of its parts under
// load, and prints a row for each. Exits with 1 if a promise was broken. With the folder of an older version's checkout, the
// cluster starts with that version, and is upgraded to this one first.
import { parseArgs } from 'node:util'
import { BREAKS, type Break, UPGRADE } from './breaks.ts'
import { startClients } from './clients.ts'
import { openReferenceCluster } from './cluster.ts'

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const {
  values: { from },
  positionals: [wanted = ''],
} = parseArgs({ options: { from: { type: 'string' } }, allowPositionals: true })
await using cluster = await openReferenceCluster({ version: from })
console.log(
  '| broken | through nginx | directly | lost | stale | own writes | mirrors | longest silence | writes after | |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|')
if (from !== undefined) await run(UPGRADE)
for (const one of BREAKS) if (one.name.includes(wanted)) await run(one)

async function run({ name, mayFail = Number.POSITIVE_INFINITY, strike }: Break): Promise<void> {
  const startedAt = new Date().toISOString()
  const clients = await startClients(cluster)
  const repairedAt = await strike(cluster)
  const recovery = await clients.recover(repairedAt)
  const report = await clients.stop()
  const problems = [
    ...report.wrong,
    ...(report.failed > mayFail ? [`${report.failed} requests through nginx failed`] : []),
    ...[report.lost, report.stale, report.ownStale, report.mirrored].flatMap((found) => found.slice(0, 3)),
  ]
  const columns = [
    name,
    report.proxied,
    report.direct,
    report.lost.length,
    report.stale.length,
    `${report.ownStale.length} of ${report.ownSeen}`,
    `${report.mirrored.length} of ${report.changes}`,
    seconds(report.silence),
    seconds(recovery),
    problems.length === 0 ? 'kept' : `**${problems.join('; ')}**`,
  ]
  console.log(`| ${columns.join(' | ')} |`)
  if (problems.length === 0) return
  for (const line of [...report.failures, ...complaintsSince(startedAt)]) console.error(line)
  process.exitCode = 1
}

/** What the instances have logged as a warning or an error. */
function complaintsSince(time: string): string[] {
  return [...cluster.eu.instances, ...cluster.us.instances].flatMap(({ name, log }) =>
    log
      .filter((line) => line.level !== 'info' && String(line.time) > time)
      .map((line) => `${name}: ${JSON.stringify(line)}`),
  )
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
