// `npm run torture -- [rounds] [part of a fault's name]`: runs each fault several times on its own cluster, then the
// controls, and prints a row for each. Exits with 1 if a promise was broken or a control found nothing.
import { openCluster } from './cluster.ts'
import { CONTROLS, type Control } from './controls.ts'
import { killOnEmbedded } from './embedded.ts'
import { FAULTS } from './faults/all.ts'
import type { Fault } from './faults/fault.ts'
import { specialFaults } from './faults/special.ts'
import { isNoticed, MUTANTS, type Mutant } from './mutants.ts'
import { type Report, runFault } from './run-fault.ts'

const ROUNDS = Number(process.argv[2] ?? 3)
const WANTED = process.argv[3] ?? ''
// Longer than the timeouts of the database, so that they are tested, too.
const MILLISECONDS = 5_000
const SHORT_MILLISECONDS = 300
const MAX_RECOVERY_MILLISECONDS = 4_000

let broken = 0
console.log('| fault | requests | answers | lost | stale | mirrors | longest silence | recovery | |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const fault of FAULTS) if (fault.name.includes(WANTED)) await run(fault)
for (const special of specialFaults()) if (special.name.includes(WANTED)) await runSpecial(special)
if (WANTED === '') {
  await checkDurability('a process of the service is killed', 50)
  await checkDurability('PostgreSQL is killed', 20)
  await checkEmbedded()
}
for (const control of CONTROLS) if (control.name.includes(WANTED)) await runControl(control)
for (const mutant of MUTANTS) if (mutant.name.includes(WANTED)) runMutant(mutant)
process.exitCode = broken === 0 ? 0 : 1

async function runSpecial(special: ReturnType<typeof specialFaults>[number]): Promise<void> {
  if ('missing' in special) {
    console.log(`| ${special.name} | skipped: ${special.missing} | | | | | | | |`)
    return
  }
  using prepared = special.prepare()
  await run(prepared.fault)
}

async function runControl(control: Control): Promise<void> {
  await using cluster = await openCluster(control.options)
  const report = await runFault(control, cluster, { milliseconds: MILLISECONDS })
  const isFound = report[control.finds].length > 0
  print(report, isFound ? `control: found ${control.finds}, as it must` : '**control: found nothing**')
  if (!isFound) broken += 1
}

function runMutant(mutant: Mutant): void {
  const isFound = isNoticed(mutant)
  const verdict = isFound ? 'control: its test fails, as it must' : '**control: its test passes**'
  console.log(`| ${mutant.name} | | | | | | | | ${verdict} |`)
  if (!isFound) broken += 1
}

async function checkEmbedded(): Promise<void> {
  const { writes, lost } = await killOnEmbedded({ rounds: 20 })
  const verdict = lost === 0 ? 'kept' : '**lost**'
  console.log(
    `| the embedded database: 20 kills | ${writes} writes answered | | ${lost} | | | | | ${verdict} |`,
  )
  broken += lost
}

async function run(fault: Fault): Promise<void> {
  await using cluster = await openCluster(fault.options)
  for (let round = 0; round < ROUNDS; round++) {
    const report = await runFault(fault, cluster, { milliseconds: MILLISECONDS })
    const problems = [
      ...report.wrong,
      ...(report.lost.length > 0 ? ['lost'] : []),
      ...(report.stale.length > 0 ? ['stale'] : []),
      ...(report.mirrored.length > 0 ? ['wrong mirror'] : []),
      ...report.pending,
      ...(report.recovery > MAX_RECOVERY_MILLISECONDS ? ['slow to recover'] : []),
      ...(report.isFelt ? [] : ['not felt']),
    ]
    print(report, problems.length === 0 ? 'kept' : `**${problems.join(', ')}**`)
    if (problems.length > 0) broken += 1
    for (const problem of [...report.lost, ...report.stale, ...report.mirrored].slice(0, 3))
      console.log(`  ${problem}`)
  }
}

/** Many short rounds on one cluster, in which no confirmed write may be lost. */
async function checkDurability(name: string, rounds: number): Promise<void> {
  const fault = FAULTS.find((one) => one.name.startsWith(name))
  if (fault === undefined) throw new Error(`There is no fault ${name}`)
  await using cluster = await openCluster()
  let writes = 0
  let lost = 0
  for (let round = 0; round < rounds; round++) {
    const report = await runFault(fault, cluster, { milliseconds: SHORT_MILLISECONDS })
    writes += report.writes
    const problems = [...report.lost, ...report.stale]
    lost += problems.length
    for (const problem of problems.slice(0, 3)) console.log(`  ${problem}`)
  }
  console.log(
    `| ${name}: ${rounds} times | ${writes} writes answered | | ${lost} | | | | | ${lost === 0 ? 'kept' : '**lost**'} |`,
  )
  broken += lost
}

function print(report: Report, verdict: string): void {
  const answers = Object.entries(report.answers)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`
  console.log(
    `| ${report.fault} | ${report.requests} | ${answers} | ${report.lost.length} | ${report.stale.length} | ${report.mirrored.length} of ${report.changes} | ${seconds(report.longestSilence)} | ${seconds(report.recovery)} | ${verdict} |`,
  )
}
