import cluster from 'node:cluster'
import type { Config } from '@timezone-registry/config'
import type { RequestHandler } from 'express'
import type { Logger } from '../logger.ts'

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

/** Opens the traces if they are configured; otherwise loads nothing. The parent of several workers has none. */
export async function openTracing({
  tracing,
  workers,
}: Pick<Config, 'tracing' | 'workers'>): Promise<Tracing | undefined> {
  if (tracing === undefined || (workers > 1 && cluster.isPrimary)) return undefined
  const { startOpenTelemetry } = await import('./open-telemetry.ts')
  return startOpenTelemetry(tracing)
}
