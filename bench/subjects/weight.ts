import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childrenOf, residentMegabytes } from '@timezone-registry/test-servers/server-process'
import type { Row } from '../measuring/report.ts'
import type { Environment } from '../servers/environment.ts'
import { startProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SAMPLE_MILLISECONDS = 100

/**
 * What the first `npm start` of a new clone needs, by a user whose home folder is empty, and what a service holds at rest.
 * What is downloaded is read from the network interfaces, so nothing else should use them.
 */
export async function measureWeight({ env }: Environment): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'weight-'))
  try {
    const clone = join(folder, 'clone')
    const HOME = join(folder, 'home')
    mkdirSync(HOME)
    execFileSync('git', ['clone', '--quiet', ROOT, clone])
    const received = receivedMegabytes()
    using largest = watchLargest()
    await using service = await startProcess(['sh', '-c', `cd ${clone} && exec npm start`], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME, PORT: '0' },
    })
    const installing = largest.megabytes()
    const downloaded = receivedMegabytes() - received
    const kilobytes = execFileSync('du', ['-sk', join(clone, 'node_modules')], { encoding: 'utf8' })
    const embedded = await megabytesAtRest(() => descendantsOf(service.pid))
    // npm passes this on to the service, which would outlive npm otherwise.
    await service.stop()
    return [
      row('first `npm start`: time until it is ready', 15, service.readyAfter / 1000, 's'),
      row('first `npm start`: downloaded', 100, downloaded, 'MB'),
      row('`node_modules` after it', 320, Number.parseInt(kilobytes, 10) / 1024, 'MB'),
      row('largest process while it installs and builds', 900, installing, 'MB'),
      row('memory at rest, embedded database, npm included', 300, embedded, 'MB'),
      row('memory at rest, on PostgreSQL', 120, await restOnPostgres(env), 'MB'),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function restOnPostgres(env: Environment['env']): Promise<number> {
  await using service = await startService(env)
  return await megabytesAtRest(() => [service.pid])
}

async function megabytesAtRest(pids: () => readonly number[]): Promise<number> {
  await sleep(settings.restSeconds * 1000)
  return sizesOf(pids()).reduce((total, size) => total + size, 0)
}

/** Samples the sizes of the processes that this one has started, until it is disposed. */
function watchLargest() {
  let largest = 0
  const timer = setInterval(() => {
    largest = Math.max(largest, ...sizesOf(childrenOf(process.pid).flatMap(descendantsOf)))
  }, SAMPLE_MILLISECONDS)
  return { megabytes: () => largest, [Symbol.dispose]: () => clearInterval(timer) }
}

/** Resident megabytes of the processes that have not ended meanwhile. */
function sizesOf(pids: readonly number[]): number[] {
  return pids.flatMap((pid) => {
    try {
      return [residentMegabytes(pid)]
    } catch {
      return []
    }
  })
}

/** The process and those that it has started, directly or not. */
function descendantsOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(descendantsOf)]
}

function receivedMegabytes(): number {
  const interfaces = readFileSync('/proc/net/dev', 'utf8').matchAll(/^\s*(\S+):\s*(\d+)/gm)
  return (
    [...interfaces].reduce((total, [, name, bytes]) => total + (name === 'lo' ? 0 : Number(bytes)), 0) / 1e6
  )
}

function row(what: string, most: number, measured: number, unit: string): Row {
  return {
    what,
    against: '–',
    target: `at most ${most} ${unit}`,
    measured: `${Math.round(measured)} ${unit}`,
    reached: measured <= most,
  }
}
