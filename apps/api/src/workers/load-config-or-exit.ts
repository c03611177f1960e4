import { availableParallelism } from 'node:os'
import { type Config, ConfigError, EXIT_CODE_CONFIG, loadConfig } from '@timezone-registry/config'
import { repairEnvironment } from '@timezone-registry/config/env-file'

/** Loads the configuration of an environment. If it is invalid, prints every problem and exits with code 78. */
export function loadConfigOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    repairEnvironment(env, process.execArgv)
    return loadConfig(env, { cpuCount: availableParallelism() })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(EXIT_CODE_CONFIG)
  }
}
