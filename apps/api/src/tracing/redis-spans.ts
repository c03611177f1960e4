import { tracingChannel } from 'node:diagnostics_channel'
import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

type Command = { command: string; serverAddress: string; serverPort?: number; error?: unknown }

/**
 * Adds a span for each Redis command that a traced request runs: its name, without keys or values. The official
 * instrumentation does not support this version of ioredis, which publishes its commands itself.
 */
export function traceRedis(tracer: Tracer): void {
  const spans = new WeakMap<object, Span>()
  const start = (message: unknown) => {
    if (trace.getSpan(context.active()) === undefined) return
    const { command, serverAddress, serverPort } = message as Command
    const name = command.toUpperCase()
    const attributes = {
      'db.system.name': 'redis',
      'db.operation.name': name,
      'server.address': serverAddress,
      ...(serverPort !== undefined && { 'server.port': serverPort }),
    }
    spans.set(message as object, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }))
  }
  const end = (message: unknown) => {
    const span = spans.get(message as object)
    const { error } = message as Command
    if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR, message: String(error) })
    span?.end()
  }
  const commands = tracingChannel('ioredis:command')
  commands.start.subscribe(start)
  commands.asyncEnd.subscribe(end)
}
