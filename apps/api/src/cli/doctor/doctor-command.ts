import { availableParallelism } from 'node:os'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import type { Command } from 'commander'
import { answer, type Terminal } from '../terminal.ts'
import { checkCertificates } from './check-certificates.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkDatabase } from './check-database.ts'
import { checkLogin } from './check-login.ts'
import { checkRedis } from './check-redis.ts'
import { checkReplica } from './check-replica.ts'
import { checkNode, checkZones } from './check-versions.ts'
import type { Finding } from './finding.ts'

const EXIT_CODE_PROBLEM = 1
const NAME_COLUMN = 23

/** `registry doctor`. Its answer is one finding per check; the exit code is 1 if any of them is a problem. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('Check the configuration and everything the service depends on. Changes nothing.')
    .action(() => diagnose(terminal))
}

async function diagnose(terminal: Terminal): Promise<void> {
  const { config, findings } = checkConfiguration(terminal.env, availableParallelism())
  findings.push(
    checkNode(process.versions.node),
    checkZones({ release: createZoneNames().release, now: new Date() }),
  )
  if (config !== undefined)
    for (const check of [checkDatabase, checkReplica, checkRedis, checkLogin, checkCertificates])
      findings.push(...(await check(config)))
  answer(terminal, findings, () => print(findings, terminal.console))
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const total = (status: 'problem' | 'warning') =>
    `${count(status)} ${status}${count(status) === 1 ? '' : 's'}`
  terminal.console.error(`${total('problem')}, ${total('warning')}`)
  if (count('problem') > 0) terminal.exitCode = EXIT_CODE_PROBLEM
}

function print(findings: Finding[], console: Console): void {
  for (const { check, status, message, advice } of findings) {
    console.log(`${status.padEnd(8)} ${check.padEnd(NAME_COLUMN)} ${message}`)
    if (advice !== undefined) console.log(`${''.padEnd(9)}${''.padEnd(NAME_COLUMN)} → ${advice}`)
  }
}
