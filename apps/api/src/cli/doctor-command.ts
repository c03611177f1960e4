import { type Config, ConfigError, loadConfig } from '@timezone-registry/config'
import { namesInFiles } from '@timezone-registry/config/env-file'
import { configWarnings } from '@timezone-registry/config/warnings'
import type { Command } from 'commander'
import { checkDatabase, type Finding, ok, problem, warning } from './check-database.ts'
import { checkLogin, checkPublicAddress, checkRedis } from './doctor-checks.ts'
import { answer, type Terminal } from './terminal.ts'

const EXIT_CODE_PROBLEM = 1
const NAME_COLUMN = 23

/** `registry doctor`. Its answer is the findings of five checks; the exit code is 1 if any of them is a problem. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description(
      'Check the configuration, the database, Redis, the login issuer and the public address. Changes nothing.',
    )
    .action(() => diagnose(terminal))
}

async function diagnose(terminal: Terminal): Promise<void> {
  const { config, findings } = checkConfiguration(terminal.env)
  if (config !== undefined)
    for (const check of [checkDatabase, checkRedis, checkLogin, checkPublicAddress])
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
    if (advice !== undefined) console.log(`${' '.repeat(9 + NAME_COLUMN)} → ${advice}`)
  }
}

/** `config` is undefined if the environment is invalid, so that nothing else can be checked. */
function checkConfiguration(env: Terminal['env']): { config: Config | undefined; findings: Finding[] } {
  const name = 'configuration'
  try {
    const config = loadConfig(env)
    const advice = 'Change it unless you intend this.'
    const ownNames = namesInFiles(process.execArgv)
    const warnings = configWarnings(config, env, { ownNames }).map((text) => warning(name, text, advice))
    return { config, findings: warnings.length > 0 ? warnings : [ok(name, 'valid')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct this variable; .env.example describes each one.'
    return { config: undefined, findings: error.problems.map((text) => problem(name, text, advice)) }
  }
}
