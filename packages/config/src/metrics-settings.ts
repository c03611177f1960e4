import { z } from 'zod'
import { integer } from './variable-types.ts'

const MAX_PORT = 65_535

export const metricsVariables = z.object({
  METRICS_PORT: integer({ min: 0, max: MAX_PORT })
    .optional()
    .describe('Serve metrics for Prometheus at http://HOST:METRICS_PORT/metrics. Keep this port private.'),
})

/** Where Prometheus reads the metrics, on the same address as the service; undefined if nowhere. */
export function metricsSettings(values: z.infer<typeof metricsVariables>) {
  return values.METRICS_PORT === undefined ? undefined : { port: values.METRICS_PORT }
}
