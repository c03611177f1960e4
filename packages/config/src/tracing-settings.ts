import { z } from 'zod'
import { oneOf } from './variable-types.ts'

// Names, values and defaults are those of the OpenTelemetry specification.
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const tracingVariables = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl()
    .optional()
    .describe('Send traces to this OpenTelemetry collector, such as http://127.0.0.1:4318.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/protobuf'])
    .default('http/protobuf')
    .describe('The only protocol supported; collectors accept it on port 4318.'),
  OTEL_TRACES_SAMPLER: oneOf(SAMPLERS)
    .default('parentbased_always_on')
    .describe(
      'Which requests are traced. parentbased: as the caller’s traceparent header says, if there is one.',
    ),
  OTEL_TRACES_SAMPLER_ARG: ratio()
    .default(1)
    .describe('The share of requests that traceidratio and parentbased_traceidratio trace.'),
})

/** Which requests are traced; undefined if traces are not sent. The SDK itself reads the other `OTEL_` variables. */
export function tracingSettings(values: z.infer<typeof tracingVariables>) {
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  return { sampler: values.OTEL_TRACES_SAMPLER, ratio: values.OTEL_TRACES_SAMPLER_ARG }
}

function collectorUrl() {
  return z
    .string()
    .refine(
      (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
      'must be an http:// or https:// URL',
    )
}

function ratio() {
  const message = 'must be a number from 0 to 1'
  return z
    .string()
    .regex(/^\d(?:\.\d+)?$/, message)
    .transform(Number)
    .refine((value) => value <= 1, message)
}
