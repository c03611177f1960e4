import { type Config, ConfigError, loadConfig } from '@timezone-registry/config'
import { configWarnings } from '@timezone-registry/config/warnings'
import { messageOf } from '@timezone-registry/db/database-error'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import type { Command } from 'commander'
import { discoverIssuer } from '../../access/login/openid-connect.ts'
import { ProviderMisconfigured } from '../../access/login/provider.ts'
import { answer, type Terminal } from '../terminal.ts'
import { checkCertificates } from './check-certificates.ts'
import { checkBackups, checkDatabase } from './check-database.ts'
import { checkDiscord } from './check-discord.ts'
import { checkProxies } from './check-proxies.ts'
import { checkRedis } from './check-redis.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const EXIT_CODE_PROBLEM = 1
const NAME_COLUMN = 23
const MIN_NODE = 26
// IANA publishes several releases a year. The year is all that a release's name says about its age.
const MAX_MONTHS_INTO_NEXT_YEAR = 6

/** `registry doctor`. Its answer is one finding per check; the exit code is 1 if any of them is a problem. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('Check the configuration and everything the service depends on. Changes nothing.')
    .action(() => diagnose(terminal))
}

async function diagnose(terminal: Terminal): Promise<void> {
  const { config, findings } = checkConfiguration(terminal.env)
  findings.push(checkNode(process.versions.node), checkZones({ ...createZoneNames(), now: new Date() }))
  if (config !== undefined)
    for (const check of [
      checkDatabase,
      checkBackups,
      checkRedis,
      checkLogin,
      checkDiscord,
      checkProxies,
      checkCertificates,
    ])
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
    const warnings = configWarnings(config, env).map((text) => warning(name, text, advice))
    return { config, findings: warnings.length > 0 ? warnings : [ok(name, 'valid')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct this variable; .env.example describes each one.'
    return { config: undefined, findings: error.problems.map((text) => problem(name, text, advice)) }
  }
}

function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= MIN_NODE) return ok('node', version)
  return warning(
    'node',
    `Node ${version} is older than the version that the service is tested on.`,
    `Use Node ${MIN_NODE}, which "npm start" installs.`,
  )
}

/** Checks the age of the time zones that the service uses, such as `2026f`. */
export function checkZones({ release, now }: { release: string; now: Date }): Finding {
  const year = Number.parseInt(release, 10)
  const monthsAfter = (now.getUTCFullYear() - year - 1) * 12 + now.getUTCMonth()
  if (monthsAfter < MAX_MONTHS_INTO_NEXT_YEAR) return ok('time zones', `release ${release}`)
  return warning(
    'time zones',
    `Release ${release} is from ${year}, so offsets that changed since then are wrong.`,
    'Upgrade to a newer version of the service, which has newer time zones.',
  )
}

async function checkLogin({ login: { oidc } }: Config): Promise<Finding[]> {
  const name = 'login issuer'
  if (oidc === undefined) return []
  try {
    return [ok(name, `${await discoverIssuer(oidc)} answers`)]
  } catch (error) {
    const { cause = error } = error as Error
    const message = messageOf(cause)
    const nobody = 'must serve /.well-known/openid-configuration. Until then, nobody can sign in there.'
    return [
      cause instanceof ProviderMisconfigured
        ? problem(name, `${message}.`, cause.remedy)
        : problem(
            name,
            `The issuer does not answer: ${message}`,
            `Check OIDC_ISSUER: ${oidc.issuer} ${nobody}`,
          ),
    ]
  }
}
