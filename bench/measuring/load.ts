import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { settings } from '../settings.ts'

export type Load = {
  /** `<random>` becomes another number from `randomFrom` (1) to `randomUpTo` for each request, as in body and headers. */
  url: string
  connections: number
  /** JSON to post. */
  body?: string
  headers?: Record<string, string>
  seconds?: number
  randomFrom?: number
  randomUpTo?: number
  /** Responses other than 2xx and 3xx count as well. */
  mayRefuse?: boolean
}

/** What a load generator measured. Latencies in milliseconds. */
export type LoadResult = { requests: number; perSecond: number; p50: number; p99: number }

type WholeLoad = Load &
  Required<Pick<Load, 'headers' | 'seconds' | 'randomFrom' | 'randomUpTo' | 'mayRefuse'>>

/** wrk takes a tenth of the processor time of autocannon, which leaves more for the service. */
export const loadGenerator = spawnSync('wrk', ['--version']).error === undefined ? 'wrk' : 'autocannon'

/** Loads a server; rejects if a request failed or, unless that is allowed, was refused. */
export function generateLoad(load: Load): Promise<LoadResult> {
  const headers = { ...(load.body !== undefined && { 'content-type': 'application/json' }), ...load.headers }
  const random = { randomFrom: 1, randomUpTo: 1_000_000 }
  const whole = { seconds: settings.seconds, mayRefuse: false, ...random, ...load, headers }
  return loadGenerator === 'wrk' ? viaWrk(whole) : viaAutocannon(whole)
}

async function viaWrk(load: WholeLoad): Promise<LoadResult> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const script = join(directory, 'request.lua')
  writeFileSync(script, luaScript(load))
  const { connections, seconds, url } = load
  const wrk = spawn('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '-s',
    script,
    url,
  ])
  const exited = once(wrk, 'exit')
  const stdout = await text(wrk.stdout)
  await exited
  rmSync(directory, { recursive: true })
  const bad = /Non-2xx or 3xx responses: (\d+)|Socket errors: .*/.exec(stdout)
  if (bad && !load.mayRefuse) throw new Error(`${url}: ${bad[0]}`)
  const [, requests, perSecond, p50, p99] = /result (\d+) (\S+) (\S+) (\S+)/.exec(stdout) ?? []
  return { requests: Number(requests), perSecond: Number(perSecond), p50: Number(p50), p99: Number(p99) }
}

function luaScript({ url, body, headers, randomFrom, randomUpTo }: WholeLoad): string {
  const lua = (value: string) =>
    JSON.stringify(value).replaceAll('<random>', `"..math.random(${randomFrom},${randomUpTo}).."`)
  const path = lua(url.replace(/^http:\/\/[^/]+/, ''))
  const entries = Object.entries(headers).map(([name, value]) => `[${lua(name)}]=${lua(value)}`)
  const sent = `{${entries.join(', ')}}`
  const call =
    body === undefined
      ? `wrk.format("GET", ${path}, ${sent})`
      : `wrk.format("POST", ${path}, ${sent}, ${lua(body)})`
  // A request that never changes is formatted once: processor time that wrk spends is not available to the server.
  const isConstant = !call.includes('math.random')
  return `
math.randomseed(os.time())
${isConstant ? `local constant\ninit = function() constant = ${call} end\nrequest = function() return constant end` : `request = function() return ${call} end`}
done = function(summary, latency)
  local seconds = summary.duration / 1e6
  io.write(string.format("result %d %f %f %f\\n", summary.requests, summary.requests / seconds,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
`
}

async function viaAutocannon(load: WholeLoad): Promise<LoadResult> {
  const { url, connections, body, headers, seconds, mayRefuse, randomFrom, randomUpTo } = load
  const fill = (text: string) =>
    text.replaceAll('<random>', () =>
      String(randomFrom + Math.floor(Math.random() * (randomUpTo - randomFrom + 1))),
    )
  const result = await autocannon({
    url: new URL(url).origin,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: fill(url.replace(/^http:\/\/[^/]+/, '')),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
          ...(body !== undefined && { method: 'POST' as const, body: fill(body) }),
        }),
      },
    ],
  })
  if (!mayRefuse && (result.errors > 0 || result['4xx'] + result['5xx'] > 0))
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  const { total, average } = result.requests
  return { requests: total, perSecond: average, p50: result.latency.p50, p99: result.latency.p99 }
}
