import type { IncomingMessage, RequestListener } from 'node:http'
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { contract, type RouteMetadata } from '@timezone-registry/contract'
import { ROUTE_PREFIX } from '../http/endpoints.ts'

type TracedRequest = IncomingMessage & { tsRestRoute?: { path: string } }

// Load balancers send several a second.
const PROBES = new Set(
  Object.values(contract)
    .filter(({ metadata }) => (metadata as RouteMetadata).limit === 'none')
    .flatMap(({ path }): string[] => [path, ROUTE_PREFIX + path]),
)

/**
 * Wraps a listener, so that each request has a span, which continues the caller's `traceparent` and is the parent of
 * what the request does. It is named by the route: paths and queries contain ids of people.
 */
export function createServerSpans(tracer: Tracer): (listener: RequestListener) => RequestListener {
  return (listener) => (req: TracedRequest, res) => {
    if (PROBES.has(req.url ?? '')) return listener(req, res)
    const method = req.method ?? ''
    const attributes = { 'http.request.method': method }
    const parent = propagation.extract(ROOT_CONTEXT, req.headers)
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
    const current = trace.setSpan(parent, span)
    // Connection events have no context, and one of them writes the log line.
    context.bind(current, res)
    res.on('close', () => {
      const route = req.tsRestRoute?.path
      if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
      if (res.headersSent) span.setAttribute('http.response.status_code', res.statusCode)
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(current, () => listener(req, res))
  }
}
