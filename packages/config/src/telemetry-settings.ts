import { z } from 'zod'
import { httpVariables } from './http-settings.ts'
import { integer, oneOf, onOrOff } from './variable-types.ts'

export const logVariables = z.object({
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('The lowest level to log: trace, debug, info, warn, error, fatal or silent.'),
  LOG_REQUESTS: oneOf(['all', 'errors', 'none'])
    .default('all')
    .describe(
      'Which requests to log: all (except successful probes), errors (status 400 and above) or none.',
    ),
  AUDIT_LOG: onOrOff()
    .default(true)
    .describe('on: log every write, login and key command, at every LOG_LEVEL.'),
  LOG_NETWORKS: onOrOff()
    .default(true)
    .describe(
      'on: request and audit lines contain the caller’s network (/24 of IPv4, /48 of IPv6), never the whole address.',
    ),
  LOG_RETENTION_DAYS: integer({ min: 1, max: 3650 })
    .optional()
    .describe('How long you keep the log, shown on the privacy page. The service does not delete logs.'),
})

export function logSettings(values: z.infer<typeof logVariables>) {
  return {
    level: values.LOG_LEVEL,
    requests: values.LOG_REQUESTS,
    audit: values.AUDIT_LOG,
    networks: values.LOG_NETWORKS,
    retentionDays: values.LOG_RETENTION_DAYS,
  }
}

export const metricsVariables = z.object({
  METRICS_PORT: integer({ min: 0, max: 65_535 })
    .optional()
    .describe(
      'Serve metrics for Prometheus at http://HOST:METRICS_PORT/metrics, and /livez and /readyz beside them. Keep this port private.',
    ),
})

/** The problem of a configuration in which the metrics and the service would listen on one port; 0 is a free one. */
export function metricsProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const port = Number(given.PORT ?? httpVariables.shape.PORT.parse(undefined))
  return port > 0 && Number(given.METRICS_PORT) === port ? ['METRICS_PORT must differ from PORT'] : []
}

/** Where Prometheus reads the metrics, on the same address as the service; undefined if metrics are not served. */
export function metricsSettings(values: z.infer<typeof metricsVariables>) {
  return values.METRICS_PORT === undefined ? undefined : { port: values.METRICS_PORT }
}
