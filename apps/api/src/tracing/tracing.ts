import { subscribe, tracingChannel } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { hostname } from 'node:os'
import * as otel from '@opentelemetry/api'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { isTracingSuppressed, setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import * as sdk from '@opentelemetry/sdk-trace'
import type { Config } from '@timezone-registry/config'
import { traceStatements } from '@timezone-registry/db/tracing'
import type { RequestHandler } from 'express'
import packageJson from '../../package.json' with { type: 'json' }
import type { Logger } from '../logger.ts'

const NAME = 'timezone-registry'
// With retries. Also limits how long a collector that does not answer delays the end of the process.
const EXPORT_MILLISECONDS = 3000
const REPORT_MILLISECONDS = 60_000
// The library's defaults.
const MAX_QUEUE_SPANS = 2048
const BATCH_SPANS = 512
// A full queue at shutdown, and the batch that is being sent then. Beyond this, batches are dropped: the library starts
// further exports while a collector does not answer the earlier ones, up to 30 by default.
const MAX_EXPORTS = MAX_QUEUE_SPANS / BATCH_SPANS + 1

/** Traces of requests, sent to an OpenTelemetry collector. Disposing it flushes buffered spans, within seconds. */
export type Tracing = {
  /** The ids of the current trace and span, for a line of the log; empty outside of a request. */
  logFields(): { trace_id?: string; span_id?: string }
  /** Logs, at most once a minute, that spans could not be sent. */
  reportTo(logger: Logger): void
  /** The same handler with a span for each request; it is the first one after routing. */
  trace(handler: RequestHandler): RequestHandler
  [Symbol.asyncDispose](): Promise<void>
}

/** Observes requests, statements, Redis commands and calls of `fetch`. */
export function startTracing(sampling: NonNullable<Config['tracing']>): Tracing {
  const resource = resourceFromAttributes({
    'service.name': NAME,
    'service.version': packageJson.version,
    'host.name': hostname(),
    'process.pid': process.pid,
  })
  const provider = new sdk.TracerProvider({
    // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence.
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(sampling),
    spanProcessors: [createSpanExport(EXPORT_MILLISECONDS)],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  otel.propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = trace.getTracer(NAME, packageJson.version)
  new UndiciInstrumentation({ requireParentforSpans: true })
  traceStatements()
  traceRedis(tracer)
  return {
    logFields: () => {
      const span = trace.getSpanContext(context.active())
      const isTraced = span !== undefined && otel.isSpanContextValid(span)
      return isTraced ? { trace_id: span.traceId, span_id: span.spanId } : {}
    },
    reportTo,
    trace: (handler) => traceRequests(tracer, handler),
    // Failures have been reported.
    [Symbol.asyncDispose]: () => provider.shutdown().catch(() => {}),
  }
}

function createSampler({ sampler, ratio }: NonNullable<Config['tracing']>): sdk.Sampler {
  const name = sampler.replace('parentbased_', '')
  const roots: Record<string, sdk.Sampler> = {
    always_on: new sdk.AlwaysOnSampler(),
    always_off: new sdk.AlwaysOffSampler(),
    traceidratio: new sdk.TraceIdRatioBasedSampler(ratio),
  }
  const root = roots[name] ?? new sdk.AlwaysOnSampler()
  return name === sampler ? root : new sdk.ParentBasedSampler({ root })
}

/**
 * Sends ended spans to the collector in batches. It holds 4,608 spans at most and drops the others. Each export, with
 * retries, has this time.
 */
export function createSpanExport(timeoutMilliseconds: number): sdk.SpanProcessor {
  // The library's own timeout starts again with every byte of the answer.
  subscribe('http.client.request.created', (message) => {
    // Only exports run in such a context.
    if (!isTracingSuppressed(context.active())) return
    const { request } = message as { request: ClientRequest }
    const timer = setTimeout(() => request.destroy(), timeoutMilliseconds)
    request.once('close', () => clearTimeout(timer))
  })
  return new sdk.BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ timeoutMillis: timeoutMilliseconds, concurrencyLimit: MAX_EXPORTS }),
    exportTimeoutMillis: timeoutMilliseconds + 1000,
    maxQueueSize: MAX_QUEUE_SPANS,
    maxExportBatchSize: BATCH_SPANS,
  })
}

/**
 * Adds a span to each request, which continues the caller's `traceparent` and is the parent of what the request does. It
 * is named by the route: paths and queries contain ids of people.
 */
function traceRequests(tracer: otel.Tracer, handler: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const { method, tsRestRoute } = req
    // Load balancers send several probes a second.
    if (tsRestRoute?.metadata.limit === 'none') return handler(req, res, next)
    const name = tsRestRoute === undefined ? method : `${method} ${tsRestRoute.path}`
    const attributes = { 'http.request.method': method, 'http.route': tsRestRoute?.path }
    const parent = otel.propagation.extract(otel.ROOT_CONTEXT, req.headers)
    const span = tracer.startSpan(name, { kind: otel.SpanKind.SERVER, attributes }, parent)
    const current = trace.setSpan(parent, span)
    // Connection events have no context, and one of them writes the log line.
    context.bind(current, res)
    res.on('close', () => {
      if (res.headersSent) span.setAttribute('http.response.status_code', res.statusCode)
      if (res.statusCode >= 500) span.setStatus({ code: otel.SpanStatusCode.ERROR })
      span.end()
    })
    return context.with(current, () => handler(req, res, next))
  }
}

type RedisCommand = { command: string; serverAddress: string; serverPort?: number; error?: unknown }

/**
 * Adds a span for each Redis command that a traced request runs: its name, without keys or values. The official
 * instrumentation does not support this version of ioredis, which publishes its commands itself.
 */
function traceRedis(tracer: otel.Tracer): void {
  const spans = new WeakMap<object, otel.Span>()
  const commands = tracingChannel('ioredis:command')
  commands.start.subscribe((message) => {
    if (trace.getSpan(context.active()) === undefined) return
    const { command, serverAddress, serverPort } = message as RedisCommand
    const name = command.toUpperCase()
    const attributes = {
      'db.system.name': 'redis',
      'db.operation.name': name,
      'server.address': serverAddress,
      ...(serverPort !== undefined && { 'server.port': serverPort }),
    }
    spans.set(message as object, tracer.startSpan(name, { kind: otel.SpanKind.CLIENT, attributes }))
  })
  commands.asyncEnd.subscribe((message) => {
    const span = spans.get(message as object)
    const { error } = message as RedisCommand
    if (error !== undefined) span?.setStatus({ code: otel.SpanStatusCode.ERROR, message: String(error) })
    span?.end()
  })
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
  otel.diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: otel.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
