import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { RequestHandler } from 'express'

/**
 * Wraps a handler, so that each request has a span, which continues the caller's `traceparent` and is the parent of
 * what the request does. It is named by the route: paths and queries contain ids of people.
 */
export function createServerSpans(tracer: Tracer): (handler: RequestHandler) => RequestHandler {
  return (handler) => (req, res, next) => {
    const { method, tsRestRoute } = req
    // Load balancers send several probes a second.
    if (tsRestRoute?.metadata.limit === 'none') return handler(req, res, next)
    const name = tsRestRoute === undefined ? method : `${method} ${tsRestRoute.path}`
    const attributes = { 'http.request.method': method, 'http.route': tsRestRoute?.path }
    const parent = propagation.extract(ROOT_CONTEXT, req.headers)
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    const current = trace.setSpan(parent, span)
    // Connection events have no context, and one of them writes the log line.
    context.bind(current, res)
    res.on('close', () => {
      if (res.headersSent) span.setAttribute('http.response.status_code', res.statusCode)
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    return context.with(current, () => handler(req, res, next))
  }
}
