// What the measurements share: load, time, memory, and the table that is written.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)
const SECONDS = 4
const DEBIAN_POSTGRES = '/usr/lib/postgresql'

export type Load = {
  url: string
  connections: number
  /** JSON to post; `<random>` becomes another number for each request. */
  body?: string
  seconds?: number
  /** Answers other than 2xx are part of it. */
  mayRefuse?: boolean
}

/** wrk takes a tenth of the processor that autocannon takes, and so measures more of the service. */
export const loadGenerator = spawnSync('wrk', ['--version']).error === undefined ? 'wrk' : 'autocannon'

/** What part of one core the load of the last measurement took; only wrk tells. */
export let loadShare = Number.NaN

/** Requests a second that were answered; throws when one was not answered with 2xx. */
export function requestsPerSecond(load: Load): Promise<number> {
  const whole = { seconds: SECONDS, mayRefuse: false, body: undefined, ...load }
  return loadGenerator === 'wrk' ? viaWrk(whole) : viaAutocannon(whole)
}

type WholeLoad = Required<Omit<Load, 'body'>> & { body: string | undefined }

async function viaWrk({ url, connections, body, seconds, mayRefuse }: WholeLoad): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const script = join(directory, 'request.lua')
  const path = url.replace(/^http:\/\/[^/]+/, '')
  const random = (text: string) => JSON.stringify(text).replaceAll('<random>', '"..math.random(1,1000000).."')
  writeFileSync(
    script,
    body === undefined
      ? `request = function() return wrk.format("GET", ${random(path)}) end`
      : `request = function() return wrk.format("POST", ${random(path)}, {["content-type"]="application/json"}, ${random(body)}) end`,
  )
  const wrk = spawn('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url])
  const watching = setInterval(() => {
    loadShare = cpuSeconds(wrk.pid) / seconds
  }, 100)
  const exited = once(wrk, 'exit')
  const stdout = await text(wrk.stdout)
  await exited
  clearInterval(watching)
  rmSync(directory, { recursive: true })
  const bad = /Non-2xx or 3xx responses: (\d+)|Socket errors: .*/.exec(stdout)
  if (bad && !mayRefuse) throw new Error(`${url}: ${bad[0]}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

async function viaAutocannon({ url, connections, body, seconds, mayRefuse }: WholeLoad): Promise<number> {
  const number = () => String(1 + Math.floor(Math.random() * 1_000_000))
  const result = await autocannon({
    url: new URL(url).origin,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: url.replace(/^http:\/\/[^/]+/, '').replaceAll('<random>', number()),
          ...(body !== undefined && {
            method: 'POST' as const,
            headers: { 'content-type': 'application/json' },
            body: body.replaceAll('<random>', number()),
          }),
        }),
      },
    ],
  })
  if (!mayRefuse && (result.non2xx > 0 || result.errors > 0))
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.average
}

/** pgbench's transactions a second with prepared statements; undefined where there is no pgbench. */
export async function pgbench(url: string, clients: number, statement: string): Promise<number | undefined> {
  const found = spawnSync('sh', ['-c', `command -v pgbench || ls ${DEBIAN_POSTGRES}/*/bin/pgbench`], {
    encoding: 'utf8',
  })
  const program = found.stdout.trim().split('\n').at(-1)
  if (!program) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  const script = join(directory, 'statement.sql')
  writeFileSync(script, `\\set id random(1, 1000000)\n${statement};\n`)
  const { stdout } = await run(program, [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '1',
    '-T',
    String(SECONDS),
    '-f',
    script,
    url,
  ])
  rmSync(directory, { recursive: true })
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

/** Reads an answer to its end and throws it away, as cheaply as it can: the reader shares the machine. */
export async function drain(url: string): Promise<void> {
  // What it is compared with is not compressed either.
  const request = get(url, { headers: { 'accept-encoding': 'identity' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
}

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** How far the rounds lie apart, in percent of their median. */
export function spread(numbers: readonly number[]): number {
  return Math.round(((Math.max(...numbers) - Math.min(...numbers)) / median(numbers)) * 100)
}

function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return Number.NaN
  }
}
