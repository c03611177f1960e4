import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { contract } from '@timezone-registry/contract'
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { InvalidInput } from '../errors.ts'
import { createPages } from './pages.ts'
import { createCall, hasBrokenEscape } from './request.ts'

const PAGE = '<html lang="en"><head><title>Timezone Registry</title></head></html>'
const VIEW = '<html lang="de" dir="ltr"><head>\n    <title>Start</title>\n  </head></html>'
const TAGS = { language: 'de', tags: ['<title>Start</title>'] }
const SCRIPT = 'export const greeting = "hello"\n'
// More than the buffers of a connection hold.
const LARGE = Buffer.alloc(8_000_000)

test('files are served as they were at the start, even after another build has replaced them', async () => {
  const directory = writeBuild()
  const { get } = await serve(directory)
  rmSync(directory, { recursive: true })
  expect(await (await get('/assets/script-abc.js')).text()).toBe(SCRIPT)
  expect(await (await get('/')).text()).toBe(VIEW)
  const missing = await get('/no/such/page', { accept: 'text/html' })
  expect([missing.status, await missing.text()]).toEqual([404, PAGE])
})

test.skipIf(!existsSync('/proc/self/fd'))('an aborted download leaves no file open', async () => {
  const directory = writeBuild()
  const { address } = await serve(directory)
  for (let times = 0; times < 5; times++) {
    const sent = request(`${address}/assets/large-abc.js`).end()
    const [response] = await once(sent, 'response')
    response.destroy()
    await once(sent, 'close')
  }
  await expect.poll(() => openFilesIn(directory)).toEqual([])
})

test('builds whose files differ have different ETags, even if sizes and times are the same', async () => {
  const [first, second] = [await serve(writeBuild()), await serve(writeBuild({ page: PAGE.toUpperCase() }))]
  const known = (await first.get('/')).headers.get('etag') ?? ''
  expect((await first.get('/', { 'if-none-match': known })).status).toBe(304)
  expect((await second.get('/', { 'if-none-match': known })).status).toBe(200)
})

test('the best encoding that the caller accepts is sent, each with its own ETag', async () => {
  const { get } = await serve(writeBuild())
  const tags = new Set<string | null>()
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await get('/assets/script-abc.js', { 'accept-encoding': accepted })
    const { headers } = response
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding'])
    expect(headers.get('content-type')).toMatch(/^text\/javascript\b/)
    expect(await response.text()).toBe(SCRIPT)
    tags.add(headers.get('etag'))
  }
  expect(tags.size).toBe(3)
})

test('a current copy is confirmed with 304, in whichever form its ETag is sent', async () => {
  const { get } = await serve(writeBuild())
  const etag = (await get('/')).headers.get('etag') ?? ''
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const { status, headers } = await get('/', { 'if-none-match': known, 'cache-control': 'no-cache' })
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([304, etag, 'no-cache'])
  }
  expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
})

test.for(['bytes=5-2', 'bytes=-5', 'bytes=0-0', 'items=0-1', 'bytes=99-'])(
  'a request for the range %s gets the whole file, as RFC 9110 (14.2) allows',
  async (range) => {
    const { get } = await serve(writeBuild())
    const response = await get('/assets/script-abc.js', { range })
    expect([response.status, await response.text()]).toEqual([200, SCRIPT])
  },
)

test('a browser gets the page at an address that cannot be read, and a program the error', async () => {
  const { get } = await serve(writeBuild(), [contract.getPersonPage, contract.listTimezones])
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  for (const path of ['/u/%E0%A4%A', '/u/%E0/', '/meet?ids=2,%E0%A4%A', '/?%E0', '/pepole%E0']) {
    const response = await get(path, html)
    expect([response.status, await response.text()], path).toEqual([400, PAGE])
    for (const accept of ['application/json', '*/*'])
      expect(await (await get(path, { accept })).text(), path).not.toContain(PAGE)
  }
  for (const path of ['/list?after=%E0', '/list/?after=%E0'])
    expect(await (await get(path, html)).text(), path).not.toContain(PAGE)
})

test('neither the build’s own files nor other methods are served', async () => {
  const { get, address } = await serve(writeBuild())
  for (const path of ['/.hidden', '/assets', '/assets/script-abc.js.br', '/../package.json', '/constructor'])
    expect((await get(path)).status, path).toBe(404)
  expect((await fetch(`${address}/assets/script-abc.js`, { method: 'POST' })).status).toBe(404)
})

function writeBuild({ page = PAGE } = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'pages-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  mkdirSync(join(directory, 'assets'))
  for (const [name, content] of [
    ['index.html', page],
    ['.hidden', 'x'],
    ['assets/large-abc.js', LARGE],
    ['assets/script-abc.js', SCRIPT],
    ['assets/script-abc.js.br', brotliCompressSync(SCRIPT)],
    ['assets/script-abc.js.gz', gzipSync(SCRIPT)],
  ] as const) {
    writeFileSync(join(directory, name), content)
    utimesSync(join(directory, name), 0, 0)
  }
  return directory
}

async function serve(directory: string, others: NonNullable<Request['tsRestRoute']>[] = []) {
  const app = express()
  app.use((req, _res, next) => {
    req.call = createCall('1')
    req.url = req.url.replaceAll('%', '_')
    next()
  })
  const begin =
    (route?: Request['tsRestRoute']): RequestHandler =>
    (req, _res, next) => {
      if (route !== undefined) req.tsRestRoute = route
      next(hasBrokenEscape(req.originalUrl) ? new InvalidInput('broken') : undefined)
    }
  const { views, serveFile, onError } = createPages({ directory, tagsOf: () => TAGS })
  for (const route of others) app.get(route.path, begin(route))
  for (const { path, serve } of views) app.get(path, begin(), serve)
  app.use(begin(), serveFile)
  app.use(onError)
  app.use((({ code }, _req, res, _next) =>
    res.status(code === 'no_such_route' ? 404 : 400).end()) as ErrorRequestHandler)
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    get: (path: string, headers: Record<string, string> = {}) => fetch(address + path, { headers }),
  }
}

function openFilesIn(directory: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    const link = join('/proc/self/fd', descriptor)
    return existsSync(link) && readlinkSync(link).startsWith(directory) ? [link] : []
  })
}
