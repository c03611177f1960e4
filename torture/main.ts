// `npm run torture`: each fault, longer and several times, on a cluster of its own, and the controls; a row for each. Ends
// with 1 when a promise was broken, or a control found nothing.
import { type ClusterOptions, openCluster } from './cluster.ts'
import { CONTROLS } from './controls.ts'
import { killOnEmbedded } from './embedded.ts'
import { FAULTS, type Fault } from './faults.ts'
import { type Report, runFault } from './run-fault.ts'
import { specialFaults } from './special-faults.ts'

const ROUNDS = Number(process.argv[2] ?? 3)
// Beyond the time-outs of the database, so that they are part of it.
const MILLISECONDS = 5_000
const SHORT_MILLISECONDS = 300
const MAX_RECOVERY_MILLISECONDS = 4_000

let broken = 0
console.log('| fault | requests | answers | lost | stale | longest silence | recovery | |')
console.log('|---|---|---|---|---|---|---|---|')
for (const fault of FAULTS) await run(fault)
for (const special of specialFaults()) {
  if ('missing' in special) {
    console.log(`| ${special.name} | skipped: ${special.missing} | | | | | | |`)
    continue
  }
  using prepared = special.prepare()
  await run(prepared.fault)
}
await durability('a process of the service is killed', 50)
await durability('PostgreSQL is killed', 20)
const embedded = await killOnEmbedded({ rounds: 20 })
console.log(
  `| the embedded database: 20 kills | ${embedded.writes} writes answered | | ${embedded.lost} | | | | ${embedded.lost === 0 ? 'kept' : '**lost**'} |`,
)
broken += embedded.lost
for (const control of CONTROLS) {
  const report = await once(control, control.options)
  const isFound = report[control.finds].length > 0
  print(report, isFound ? `control: found ${control.finds}, as it must` : '**control: found nothing**')
  if (!isFound) broken += 1
}
process.exitCode = broken === 0 ? 0 : 1

async function run(fault: Fault): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const report = await once(fault, fault.options)
    const problems = [
      ...report.wrong,
      ...(report.lost.length > 0 ? ['lost'] : []),
      ...(report.stale.length > 0 ? ['stale'] : []),
      ...(report.recovery > MAX_RECOVERY_MILLISECONDS ? ['slow to recover'] : []),
      ...(report.isFelt ? [] : ['nobody felt it']),
    ]
    print(report, problems.length === 0 ? 'kept' : `**${problems.join(', ')}**`)
    if (problems.length > 0) broken += 1
    for (const problem of [...report.lost, ...report.stale].slice(0, 3)) console.log(`  ${problem}`)
  }
}

/** Many short rounds on one cluster: whether any of very many answered writes is lost. */
async function durability(name: string, rounds: number): Promise<void> {
  const fault = FAULTS.find((one) => one.name.startsWith(name))
  if (fault === undefined) throw new Error(`There is no fault ${name}`)
  await using cluster = await openCluster()
  let writes = 0
  let lost = 0
  for (let round = 0; round < rounds; round++) {
    const report = await runFault(fault, cluster, { milliseconds: SHORT_MILLISECONDS })
    writes += report.writes
    lost += report.lost.length + report.stale.length
  }
  console.log(
    `| ${name}: ${rounds} times | ${writes} writes answered | | ${lost} | | | | ${lost === 0 ? 'kept' : '**lost**'} |`,
  )
  broken += lost
}

async function once(fault: Fault | (typeof CONTROLS)[number], options?: ClusterOptions): Promise<Report> {
  await using cluster = await openCluster(options)
  return await runFault(fault, cluster, { milliseconds: MILLISECONDS })
}

function print(report: Report, verdict: string): void {
  const answers = Object.entries(report.answers)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`
  console.log(
    `| ${report.fault} | ${report.requests} | ${answers} | ${report.lost.length} | ${report.stale.length} | ${seconds(report.longestSilence)} | ${seconds(report.recovery)} | ${verdict} |`,
  )
}
