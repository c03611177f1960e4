import { z } from 'zod'
import { integer, oneOf, onOrOff } from './variable-types.ts'

export const logVariables = z.object({
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_REQUESTS: oneOf(['all', 'errors', 'none']).default('all'),
  AUDIT_LOG: onOrOff().default(true),
  LOG_NETWORKS: onOrOff().default(true),
  LOG_RETENTION_DAYS: integer({ min: 1, max: 3650 }).optional(),
})

export function logSettings(values: z.infer<typeof logVariables>) {
  return {
    level: values.LOG_LEVEL,
    requests: values.LOG_REQUESTS,
    /** Whether writes, logins and key commands are logged at every log level. */
    audit: values.AUDIT_LOG,
    /** Whether lines about requests have the caller's network: /24 of IPv4, /48 of IPv6. */
    networks: values.LOG_NETWORKS,
    /** How long the operator keeps the log, as shown on the privacy page; undefined if they have not said so. */
    retentionDays: values.LOG_RETENTION_DAYS,
  }
}
