import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import protobuf from 'protobufjs'

/** A span as it was received; ids are hexadecimal, and a span without a parent has an empty `parentId`. */
export type ReceivedSpan = {
  name: string
  kind: number
  traceId: string
  id: string
  parentId: string
  attributes: Record<string, unknown>
  /** Of the process that sent it. */
  resource: Record<string, unknown>
}

/** An OpenTelemetry collector that keeps the spans it receives over OTLP/HTTP with protobuf. */
export type TestCollector = AsyncDisposable & {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** Requests received so far, including those it did not answer. */
  readonly requests: number
  /** `hangs`: accepts requests and never answers them. */
  fault: 'hangs' | undefined
}

// The parts that the tests read of opentelemetry/proto/trace/v1/trace.proto.
const SCHEMA = `syntax = "proto3";
message Traces { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { repeated Span spans = 2; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  repeated KeyValue attributes = 9;
}
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int32 int_value = 3; double double_value = 4; } }
`

type KeyValue = { key: string; value: Record<string, unknown> }
type Span = { name: string; kind: number; attributes: KeyValue[] } & Record<
  'traceId' | 'spanId' | 'parentSpanId',
  string
>
type Traces = {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** Starts it on a free loopback port. */
export async function startTestCollector(): Promise<TestCollector> {
  const type = protobuf.parse(SCHEMA).root.lookupType('Traces')
  // An export that was aborted or cannot be decoded gets no answer.
  const server = createServer((req, res) => void handle(req, res).catch(() => res.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const spans: ReceivedSpan[] = []
  let requests = 0
  const collector: TestCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get requests() {
      return requests
    },
    fault: undefined,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    requests += 1
    if (collector.fault === 'hangs') return
    const isTraces = req.url === '/v1/traces' && req.headers['content-type'] === 'application/x-protobuf'
    if (!isTraces) return void res.writeHead(400).end()
    const message = type.decode(await buffer(req))
    spans.push(...toSpans(type.toObject(message, { bytes: String, defaults: true }) as Traces))
    res.end()
  }
  return collector
}

function toSpans({ resourceSpans }: Traces): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, attributes, traceId, spanId, parentSpanId }) => ({
        name,
        kind,
        traceId: toHex(traceId),
        id: toHex(spanId),
        parentId: toHex(parentSpanId),
        attributes: toRecord(attributes),
        resource: toRecord(resource.attributes),
      })),
    ),
  )
}

function toHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

function toRecord(attributes: KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
