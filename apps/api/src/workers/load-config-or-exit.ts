import { availableParallelism } from 'node:os'
import { type Config, ConfigError, EXIT_CODE_CONFIG, loadConfig } from '@timezone-registry/config'

/** The configuration of an environment. Ends the process with code 78, and every problem, if it is not valid. */
export function loadConfigOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(env, { cpuCount: availableParallelism() })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(EXIT_CODE_CONFIG)
  }
}
