import { hostname } from 'node:os'
import { context, DiagLogLevel, diag, isSpanContextValid, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { traceStatements } from '@timezone-registry/db/tracing'
import packageJson from '../../package.json' with { type: 'json' }
import type { Logger } from '../logger.ts'
import { traceRedis } from './redis-spans.ts'
import { createSampler, type Sampling } from './sampler.ts'
import { createServerSpans } from './server-spans.ts'
import { createSpanExport } from './span-export.ts'
import type { Tracing } from './tracing.ts'

const NAME = 'timezone-registry'
// With retries. Also limits how long a collector that does not answer delays the end of the process.
const EXPORT_MILLISECONDS = 3000
const REPORT_MILLISECONDS = 60_000

/** Observes requests, statements, Redis commands and calls of `fetch`. */
export function startOpenTelemetry(sampling: Sampling): Tracing {
  const provider = new TracerProvider({
    resource: createResource(),
    sampler: createSampler(sampling),
    spanProcessors: [createSpanExport({ timeoutMilliseconds: EXPORT_MILLISECONDS })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = trace.getTracer(NAME, packageJson.version)
  new UndiciInstrumentation({ requireParentforSpans: true })
  traceStatements()
  traceRedis(tracer)

  return {
    logFields: () => {
      const span = trace.getSpanContext(context.active())
      return span !== undefined && isSpanContextValid(span)
        ? { trace_id: span.traceId, span_id: span.spanId }
        : {}
    },
    reportTo,
    trace: createServerSpans(tracer),
    // Failures have been reported.
    [Symbol.asyncDispose]: () => provider.shutdown().catch(() => {}),
  }
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
function createResource(): Resource {
  return resourceFromAttributes({
    'service.name': NAME,
    'service.version': packageJson.version,
    'host.name': hostname(),
    'process.pid': process.pid,
  }).merge(detectResources({ detectors: [envDetector] }))
}

function reportTo(logger: Logger): void {
  let quietUntil = 0
  const report = (reason: unknown) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + REPORT_MILLISECONDS
    const message = reason instanceof Error ? reason.message : String(reason)
    logger.warn(`Could not send traces to OTEL_EXPORTER_OTLP_ENDPOINT: ${message}`)
  }
  setGlobalErrorHandler(report)
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
