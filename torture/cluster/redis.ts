import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import type { Region } from './network.ts'
import { makeFolder, type Server, startServer } from './server.ts'

const REDIS_CLI = 'redis-cli'
const TIMEOUT_MILLISECONDS = 500
const REDIS_SERVER = 'redis-server'
export const SECONDS = 60

/** The Redis servers of a region. */
export type RegionalRedis = {
  /** As in `REDIS_URL`. */
  readonly url: string
  /** By address. */
  readonly servers: ReadonlyMap<string, Server>
  /** The address of the primary that has the key; undefined while it has failed. */
  primary(key: string): Promise<string | undefined>
  /** Lets another server take over if the one at this address is a primary, so that it can be restarted. */
  stepDown(address: string): Promise<void>
  /** Resolves when every replica follows its primary. */
  complete(): Promise<void>
}

export type RedisSetup = { region: Region; directory: string; machines: readonly number[] }

/** Starts `redis-server` on each machine, with further lines of its configuration. */
export function startServers(
  opened: AsyncDisposableStack,
  { region, directory, machines, settings }: RedisSetup & { settings: readonly string[] },
): Map<string, Server> {
  const servers = new Map<string, Server>()
  for (const machine of machines) {
    const address = region.address(machine)
    const folder = makeFolder(directory, `redis-${address}`)
    const file = writeConfiguration('redis.conf', folder, [
      `bind ${address}`,
      `bind-source-addr ${address}`,
      ...settings,
    ])
    const launch = () => region.start(REDIS_SERVER, [file])
    servers.set(address, startServer(opened, launch))
  }
  return servers
}

/** Starts a sentinel on each machine; the port is that of `config/sentinel.conf`. */
export function startSentinelServers(
  opened: AsyncDisposableStack,
  { region, directory, machines }: RedisSetup,
): string[] {
  return machines.map((machine) => {
    const address = region.address(machine)
    const folder = makeFolder(directory, `sentinel-${address}`)
    const settings = [`bind ${address}`, `sentinel announce-ip ${address}`]
    const file = writeConfiguration('sentinel.conf', folder, settings)
    startServer(opened, () => region.start(REDIS_SERVER, [file, '--sentinel']))
    return `${address}:26379`
  })
}

/** Writes a copy into the server's folder, because the server rewrites its own configuration. */
function writeConfiguration(name: string, folder: string, settings: readonly string[]): string {
  const template = readFileSync(new URL(`./config/${name}`, import.meta.url), 'utf8')
  const file = join(folder, name)
  writeFileSync(file, [template, `dir ${folder}`, ...settings, ''].join('\n'))
  return file
}

/** Resolves when every server is a primary, or follows one. */
export async function waitForLinks(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const isLinked = async () =>
      /role:master|master_link_status:up/.test(await ask(address, 'INFO', 'replication'))
    await waitUntil(isLinked, `Redis at ${address} to follow its primary`, SECONDS)
  }
}

/** The reply to a command; empty if the server at this address does not answer within half a second. */
export async function ask(address: string, ...command: string[]): Promise<string> {
  const [host = '', port = '6379'] = address.split(':')
  const options = { timeout: TIMEOUT_MILLISECONDS }
  try {
    const { stdout } = await promisify(execFile)(REDIS_CLI, ['-h', host, '-p', port, ...command], options)
    return stdout.trim()
  } catch {
    return ''
  }
}

/** Runs `redis-cli --cluster create`. */
export async function createCluster(hosts: readonly string[]): Promise<void> {
  const options = ['--cluster-replicas', '1', '--cluster-yes']
  await promisify(execFile)(REDIS_CLI, ['--cluster', 'create', ...hosts, ...options])
}
