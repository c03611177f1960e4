import type { Config } from '@timezone-registry/config'
import { configWarnings } from '@timezone-registry/config/warnings'
import type { Logger } from '../logger.ts'
import type { WorkerReady } from './workers.ts'

/** Logs the configuration's warnings and, last, the service's address and what it runs on. */
export function announce(
  { port, description }: WorkerReady,
  { config, logger }: { config: Config; logger: Logger },
): void {
  for (const warning of configWarnings(config)) logger.warn(warning)
  const providers = [config.login.discord && 'Discord', config.login.oidc?.issuer].filter(Boolean)
  if (providers.length > 0) logger.info(`People sign in through ${providers.join(' or ')}`)
  const { host, publicUrl } = config.http
  const address = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  logger.info(`Timezone Registry is ready at ${address} ${description}`)
}
