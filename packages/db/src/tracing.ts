import { createRequire } from 'node:module'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'

/** Adds a span for each statement that a traced request runs: its text, without the values of parameters. */
export function traceStatements(): void {
  new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true })
  // The driver's prototypes are changed when it is required; importing it, before or after this, does not do so.
  createRequire(import.meta.url)('pg')
}
