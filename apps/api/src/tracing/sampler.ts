import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Config } from '@timezone-registry/config'

/** Which requests are traced, in the terms of the OpenTelemetry specification. */
export type Sampling = NonNullable<Config['tracing']>

export function createSampler({ sampler, ratio }: Sampling): Sampler {
  const name = sampler.replace('parentbased_', '')
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[name as 'always_on' | 'always_off' | 'traceidratio']()
  return name === sampler ? root : new ParentBasedSampler({ root })
}
