import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { findChromium } from '@timezone-registry/test-servers/chromium'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { build } from 'esbuild'
import { chromium, type Page } from 'playwright-core'
import { expect, test } from 'vitest'

const { missing, executablePath } = findChromium()

test('works in a browser, from a page of another origin, with the real service', async ({ skip }) => {
  if (missing !== undefined) return skip(missing)
  await using site = await startSite()
  const env = { DATABASE_URL: await createTestDatabase(), CORS_ORIGINS: site.origin }
  await using service = startProcess(env)
  const address = await service.ready()
  await using browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const page = await browser.newPage()
  const statusesOf = await recordStatuses(page)
  await page.goto(site.origin)

  const seen = await page.evaluate(
    `Promise.all([import('/client.js'), import('/exercise.js')]).then(([{ createClient }, { exercise }]) => exercise(createClient, '${address}'))`,
  )

  expect(seen).toEqual({
    found: 50,
    names: true,
    total: [50, 50],
    refused: 'invalid_timezone',
    matching: ['User 1', 'User 10', 'User 11'],
    mirrored: 49,
    event: 'set',
  })
  expect(statusesOf('/lookup'), 'fifty reads share a request').toEqual([200])
  expect(statusesOf('/timezones'), 'the browser keeps the names for a day').toEqual([200])
  expect(statusesOf('/stats'), 'the browser sends the ETag').toEqual([200, 304])
})

/** The statuses that the server sent for a path, in the order of the answers. */
async function recordStatuses(page: Page): Promise<(path: string) => number[]> {
  // The two events come from different processes, in either order.
  const urls = new Map<string, string>()
  const answers: { requestId: string; statusCode: number }[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method === 'GET') urls.set(requestId, request.url)
  })
  devtools.on('Network.responseReceivedExtraInfo', (answer) => answers.push(answer))
  await devtools.send('Network.enable')
  return (path) =>
    answers
      .filter(({ requestId }) => urls.get(requestId)?.includes(`/v1${path}`))
      .map(({ statusCode }) => statusCode)
}

/** A third party's page that loads the package. */
async function startSite(): Promise<{ origin: string } & AsyncDisposable> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../packages/client/src/index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  const scripts: Record<string, string> = {
    '/client.js': outputFiles[0]?.text ?? '',
    '/exercise.js': await readFile(new URL('browser-exercise.js', import.meta.url), 'utf8'),
  }
  const server = createServer(({ url = '/' }, res) => {
    const script = scripts[url]
    res.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    res.end(script ?? '<!doctype html><title>A page</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
    },
  }
}
