import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import type { Region } from './network.ts'
import { makeFolder, type Server, startServer } from './server.ts'

const TIMEOUT_MILLISECONDS = 500
const CONFIGURATION = new URL('./config/redis.conf', import.meta.url).pathname

/** The Redis of a region. */
export type RegionalRedis = {
  /** As in `REDIS_URL`. */
  readonly url: string
  readonly server: Server
  /** Resolves when it answers. */
  complete(): Promise<void>
}

/** Starts it on a machine of the region. */
export async function startRedis(
  opened: AsyncDisposableStack,
  { region, directory, machine }: { region: Region; directory: string; machine: number },
): Promise<RegionalRedis> {
  const address = region.address(machine)
  const folder = makeFolder(directory, `redis-${address}`)
  const launch = () => region.start('redis-server', [CONFIGURATION, '--bind', address, '--dir', folder])
  const redis = {
    url: `redis://${address}:6379`,
    server: startServer(opened, launch),
    complete: () => waitUntil(() => answers(address), `Redis at ${address}`, 60),
  }
  await redis.complete()
  return redis
}

async function answers(address: string): Promise<boolean> {
  const reply = promisify(execFile)('redis-cli', ['-h', address, 'PING'], { timeout: TIMEOUT_MILLISECONDS })
  return reply.then(
    ({ stdout }) => stdout.trim() === 'PONG',
    () => false,
  )
}
