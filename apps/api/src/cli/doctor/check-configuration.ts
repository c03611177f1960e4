import { type Config, ConfigError, loadConfig } from '@timezone-registry/config'
import { configWarnings } from '@timezone-registry/config/warnings'
import type { Terminal } from '../terminal.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Checks the environment. `config` is undefined if it is invalid, so that nothing else can be checked. */
export function checkConfiguration(
  env: Terminal['env'],
  cpuCount: number,
): { config: Config | undefined; findings: Finding[] } {
  try {
    const config = loadConfig(env, { cpuCount })
    const warnings = configWarnings(config).map((text) =>
      warning('configuration', text, 'Change it unless you intend this.'),
    )
    return { config, findings: warnings.length > 0 ? warnings : [ok('configuration', 'valid')] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct this variable; .env.example describes each one.'
    const findings = error.problems.map((text) => problem('configuration', text, advice))
    return { config: undefined, findings }
  }
}
