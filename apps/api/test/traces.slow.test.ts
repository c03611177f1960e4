import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, onTestFinished, test } from 'vitest'

const DOCUMENT = readFileSync(new URL('../../../docs/operations/monitoring.md', import.meta.url), 'utf8')
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'

type Value = Record<string, unknown>
type Span = { name: string; traceId: string; attributes: { key: string; value: Value }[] }
type Traces = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

test('the documented commands send a request and its statements to a collector', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'traces-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const collector = await startCollector()
  const place = (command: RegExp) => (command.exec(DOCUMENT)?.[1] ?? '').replaceAll('/opt/traces', directory)
  await promisify(execFile)('sh', ['-c', place(/^(npm install --prefix \/opt\/traces .*)$/m)])
  await using service = startProcess({
    DATABASE_URL: await createTestDatabase(),
    NODE_OPTIONS: place(/^NODE_OPTIONS="(.*)"$/m),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_NODE_RESOURCE_DETECTORS: 'env',
  })
  const user = { user_id: crypto.randomUUID(), username: 'ann', timezone: 'UTC' }
  await fetch(`${await service.ready()}/set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` },
    body: JSON.stringify(user),
  })
  const attributes = (name: string) =>
    collector.spans
      .filter(({ traceId }) => traceId === TRACE_ID)
      .flatMap((span) => span.attributes.filter(({ key }) => key === name))
      .map(({ value }) => Object.values(value)[0])
  await waitUntil(() => attributes('http.route').includes('/set'), 'the request')
  await waitUntil(() => attributes('db.system.name').includes('postgresql'), 'the statement')
  expect(JSON.stringify(collector.spans)).not.toContain(user.user_id)
})

async function startCollector(): Promise<{ url: string; spans: Span[] }> {
  const spans: Span[] = []
  const server = createServer(async (req, res) => {
    const { resourceSpans = [] } = (await json(req)) as Partial<Traces>
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    res.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans }
}
