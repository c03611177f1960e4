import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSpanExport } from './tracing.ts'

const MAX_EXPORTS = 5

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
afterAll(() => context.disable())

test.for([
  { fault: 'never answers', exports: 60 },
  { fault: 'never completes its response', exports: 10 },
] as const)(
  'a collector that $fault holds a few batches, and each for a limited time',
  async ({ fault, exports }) => {
    const collector = await startHangingCollector(fault)
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
    onTestFinished(() => void vi.unstubAllEnvs())
    const provider = new TracerProvider({ spanProcessors: [createSpanExport(200)] })
    const tracer = provider.getTracer('test')
    await vi.waitUntil(
      () => {
        for (let count = 0; count < 1000; count++) tracer.startSpan('GET /get').end()
        return collector.requests > exports
      },
      { interval: 10, timeout: 15_000 },
    )
    // The collector may not have noticed yet that the exports before these were given up.
    expect(collector.mostOpen).toBeLessThanOrEqual(2 * MAX_EXPORTS)
  },
)

/** Accepts requests without completing an answer, and counts those that are open. */
async function startHangingCollector(fault: 'never answers' | 'never completes its response') {
  const counts = { requests: 0, open: 0, mostOpen: 0 }
  const server = createServer((req, res) => {
    counts.requests += 1
    counts.open += 1
    counts.mostOpen = Math.max(counts.mostOpen, counts.open)
    const drip = fault === 'never answers' ? undefined : setInterval(() => res.write(' '), 20)
    req.socket.once('close', () => {
      clearInterval(drip)
      counts.open -= 1
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return Object.assign(counts, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
