import { z } from 'zod'
import { httpVariables } from './http-settings.ts'
import { integer } from './variable-types.ts'

const MAX_PORT = 65_535

export const metricsVariables = z.object({
  METRICS_PORT: integer({ min: 0, max: MAX_PORT })
    .optional()
    .describe('Serve metrics for Prometheus at http://HOST:METRICS_PORT/metrics. Keep this port private.'),
})

/** The problem of a configuration in which the metrics and the service would listen on one port; 0 is a free one. */
export function metricsProblems({
  PORT,
  METRICS_PORT,
}: Readonly<Record<string, string | undefined>>): string[] {
  const port = Number(PORT ?? httpVariables.shape.PORT.parse(undefined))
  return port > 0 && Number(METRICS_PORT) === port ? ['METRICS_PORT must differ from PORT'] : []
}

/** Where Prometheus reads the metrics, on the same address as the service; undefined if metrics are not served. */
export function metricsSettings(values: z.infer<typeof metricsVariables>) {
  return values.METRICS_PORT === undefined ? undefined : { port: values.METRICS_PORT }
}
