import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { context } from '@opentelemetry/api'
import { isTracingSuppressed } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace'

// The library's defaults.
const MAX_QUEUE_SPANS = 2048
const BATCH_SPANS = 512
// A full queue at shutdown, and the batch that is being sent then. Beyond this, batches are dropped: the library starts
// further exports while a collector does not answer the earlier ones, up to 30 by default.
const MAX_EXPORTS = MAX_QUEUE_SPANS / BATCH_SPANS + 1

/** Sends ended spans to the collector in batches. It holds 4,608 spans at most and drops the others. */
export function createSpanExport({
  timeoutMilliseconds,
}: {
  /** For each export, with retries. */
  timeoutMilliseconds: number
}): SpanProcessor {
  endExports(timeoutMilliseconds)
  return new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ timeoutMillis: timeoutMilliseconds, concurrencyLimit: MAX_EXPORTS }),
    exportTimeoutMillis: timeoutMilliseconds + 1000,
    maxQueueSize: MAX_QUEUE_SPANS,
    maxExportBatchSize: BATCH_SPANS,
  })
}

/** Ends each export after this time. The library's own timeout starts again with every byte of the answer. */
function endExports(milliseconds: number): void {
  subscribe('http.client.request.created', (message) => {
    // Only exports run in such a context.
    if (!isTracingSuppressed(context.active())) return
    const { request } = message as { request: ClientRequest }
    const timer = setTimeout(() => request.destroy(), milliseconds)
    request.once('close', () => clearTimeout(timer))
  })
}
