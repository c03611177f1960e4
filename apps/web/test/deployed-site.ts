import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const HASHED = /-[\w-]{8}(?=[.]\w+$)/
const SIGN_IN_PAGE = '<h1>Welcome to the hotel</h1>'
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** The built page in front of a running service, so that a test can stop it and deploy another build. */
export async function openSite(service: string) {
  const newer = mkdtempSync(join(tmpdir(), 'registry-build-'))
  let directory = DIST
  let isCaptive = false
  let isStalled = false
  const server = createServer((req, res) => {
    if (isStalled) return
    const { pathname } = new URL(req.url ?? '/', service)
    if (isCaptive) return void res.writeHead(200, { 'Content-Type': 'text/html' }).end(SIGN_IN_PAGE)
    if (/^\/(?:v1|auth|docs|stats|get|lookup)\b/.test(pathname)) return forward(req, res, service)
    sendFile(res, directory, req.headers.accept?.includes('text/html') ? '/index.html' : pathname)
  })
  const start = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  const port = await start(0)
  return {
    address: `http://127.0.0.1:${port}`,
    stop,
    start: () => start(port),
    /** Answers every request with a sign-in page, as the network of a hotel does, until it is called with false. */
    demandSignIn: (demands: boolean) => {
      isCaptive = demands
    },
    /** Takes every request and answers none, as a train's network does in a tunnel, until it is called with false. */
    stall: (stalls: boolean) => {
      isStalled = stalls
    },
    /** Replaces the build with one in which every file has a new name, as after an update. */
    deploy: () => {
      writeNewerBuild(newer)
      directory = newer
    },
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await stop()
      rmSync(newer, { recursive: true })
    },
  }
}

function forward(req: IncomingMessage, res: ServerResponse, service: string): void {
  const upstream = request(new URL(req.url ?? '/', service), { method: req.method, headers: req.headers })
  upstream.on('response', (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  upstream.on('error', () => res.destroy())
  res.on('close', () => upstream.destroy())
  req.pipe(upstream)
}

function sendFile(res: ServerResponse, directory: string, path: string): void {
  const name = path === '/' ? '/index.html' : path
  try {
    const body = readFileSync(join(directory, name))
    res.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain', 'Cache-Control': 'no-cache' })
    res.end(body)
  } catch {
    res.writeHead(404).end()
  }
}

function writeNewerBuild(directory: string): void {
  cpSync(DIST, directory, { recursive: true, filter: (path) => !/[.](?:gz|br)$/.test(path) })
  const assets = readdirSync(join(directory, 'assets')).filter((name) => HASHED.test(name))
  const renamed = assets.map((name, index) => [name, name.replace(HASHED, `-newbuild${index}`)] as const)
  for (const [name, newName] of renamed)
    renameSync(join(directory, 'assets', name), join(directory, 'assets', newName))
  const texts = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[.](?:js|css|html)$/.test(name),
  )
  for (const name of texts) {
    const text = readFileSync(join(directory, name), 'utf8')
    const changed = renamed.reduce((all, [from, to]) => all.replaceAll(from, to), text)
    writeFileSync(join(directory, name), changed.replace(/(version:|"version":)[`"]\w+[`"]/, '$1"newer"'))
  }
}
