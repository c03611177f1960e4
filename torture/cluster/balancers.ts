import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import pg from 'pg'
import type { Region } from './network.ts'
import { makeFolder, type Server, startServer, waitForHttp } from './server.ts'

const HAPROXY_PORT = 5000
const PGBOUNCER_PORT = 6432
const SAMPLE = '../../deploy/nginx/timezone-registry.conf'

type Setup = { region: Region; machine: number; directory: string }

/** A pooler in front of a server. */
export type Pooler = {
  /** Host and port. */
  readonly host: string
  readonly server: Server
  /** Runs a command of its console, such as `PAUSE`. */
  command(text: string): Promise<void>
}

/** HAProxy, which forwards its port to the primary. */
export type PrimaryProxy = {
  readonly address: string
  readonly port: number
  readonly server: Server
}

export function startHaproxy(
  opened: AsyncDisposableStack,
  { region, machine, directory }: Setup,
): PrimaryProxy {
  const folder = makeFolder(directory, `haproxy-${region.name}`)
  const address = region.address(machine)
  const launch = (replaced: number | undefined) => {
    const args = ['-db', '-f', configuration('haproxy.cfg')]
    // The old process ends with its last connection.
    const takeOver = replaced === undefined ? [] : ['-sf', String(replaced)]
    return region.start('haproxy', [...args, ...takeOver], { cwd: folder, env: { ADDRESS: address } })
  }
  const server = startServer(opened, launch)
  return { address, port: HAPROXY_PORT, server }
}

/** PgBouncer on a machine, in front of `server`. */
export async function startPgBouncer(
  opened: AsyncDisposableStack,
  { region, machine, directory, server }: Setup & { server: { address: string; port: number } },
): Promise<Pooler> {
  const address = region.address(machine)
  const folder = makeFolder(directory, `pgbouncer-${address}`)
  const file = join(folder, 'pgbouncer.ini')
  const template = readFileSync(configuration('pgbouncer.ini'), 'utf8')
  writeFileSync(
    file,
    template
      .replace('host=SERVER port=PORT', `host=${server.address} port=${server.port}`)
      .replace('listen_addr = ADDRESS', `listen_addr = ${address}`)
      .replace('unix_socket_dir = FOLDER', `unix_socket_dir = ${folder}`),
  )
  const launch = (replaced: number | undefined) => {
    // The new process takes the connections over, and ends the old one.
    const takeOver = replaced === undefined ? [] : ['-R']
    return region.start('pgbouncer', [...takeOver, file], { cwd: folder, isUnprivileged: true })
  }
  const pooler = {
    host: `${address}:${PGBOUNCER_PORT}`,
    server: startServer(opened, launch),
    command: createConsole(`postgres://postgres@${address}:${PGBOUNCER_PORT}/pgbouncer`),
  }
  const answers = () =>
    pooler.command('SHOW VERSION').then(
      () => true,
      () => false,
    )
  await waitUntil(answers, 'PgBouncer to answer')
  return pooler
}

/** The sample of `deploy/nginx` in front of a region's instances, without TLS. */
export async function startNginx(
  opened: AsyncDisposableStack,
  { region, machine, directory, instances }: Setup & { instances: readonly [string, string] },
): Promise<{ address: string; server: Server }> {
  const folder = makeFolder(directory, `nginx-${region.name}`)
  const address = region.address(machine)
  const sample = readFileSync(new URL(SAMPLE, import.meta.url), 'utf8')
    .replace('127.0.0.1:3001', instances[0])
    .replace('127.0.0.1:3002', instances[1])
    .replace(/listen 80;/, 'listen unix:redirect.socket;')
    // So that the checker knows which instance answered.
    .replace('listen 443 ssl http2;', `listen ${address}:80; add_header X-Served-By $upstream_addr always;`)
    .replaceAll(/ssl_certificate.*;/g, '')
  writeFileSync(join(folder, 'timezone-registry.conf'), sample)
  writeFileSync(join(folder, 'nginx.conf'), readFileSync(configuration('nginx.conf')))
  const args = ['-p', folder, '-e', 'error.log', '-c', 'nginx.conf']
  const server = startServer(opened, () => region.start('nginx', args, { cwd: folder }))
  await waitForHttp(`http://${address}/readyz`, 'nginx to answer')
  return { address: `http://${address}`, server }
}

function configuration(name: string): string {
  return fileURLToPath(new URL(`./config/${name}`, import.meta.url))
}

/** Runs commands on one connection, because opening one to another region takes several round trips. */
function createConsole(url: string): (command: string) => Promise<void> {
  let open: Promise<pg.Client> | undefined
  const connect = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    const forget = () => {
      open = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect()
    return client
  }
  return async (command) => {
    open ??= connect()
    try {
      await (await open).query(command)
    } catch (error) {
      open = undefined
      throw error
    }
  }
}
