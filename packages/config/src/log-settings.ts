import { z } from 'zod'
import { oneOf, onOrOff } from './variable-types.ts'

export const logVariables = z.object({
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_REQUESTS: oneOf(['all', 'errors', 'none']).default('all'),
  AUDIT_LOG: onOrOff().default(true),
})

export function logSettings(values: z.infer<typeof logVariables>) {
  return {
    level: values.LOG_LEVEL,
    requests: values.LOG_REQUESTS,
    /** Whether writes, logins and key commands are logged at every log level. */
    audit: values.AUDIT_LOG,
  }
}
