import { z } from 'zod'
import { integer } from './variable-types.ts'

export const limitVariables = z.object({
  RATE_LIMIT_WRITES_PER_MINUTE: integer({ min: 0, max: 10_000_000 })
    .default(60)
    .describe('Writes per minute for each caller; 0 means no limit.'),
  RATE_LIMIT_READS_PER_MINUTE: integer({ min: 0, max: 10_000_000 })
    .default(1200)
    .describe('Reads per minute for each caller; 0 means no limit.'),
  RATE_LIMIT_FAILURES_PER_MINUTE: integer({ min: 0, max: 10_000_000 })
    .default(60)
    .describe(
      'Invalid API keys and sessions per minute from each network, and as many failed logins; 0 means no limit.',
    ),
})

/** Requests per minute for each caller; 0 means no limit. */
export function limitSettings(values: z.infer<typeof limitVariables>) {
  return {
    writesPerMinute: values.RATE_LIMIT_WRITES_PER_MINUTE,
    readsPerMinute: values.RATE_LIMIT_READS_PER_MINUTE,
    /** Invalid keys and session ids, per network. */
    failuresPerMinute: values.RATE_LIMIT_FAILURES_PER_MINUTE,
  }
}
