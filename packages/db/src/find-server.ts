import pg from 'pg'

/** A server of a URL, as the driver reads it. */
export type ServerHost = { url: string; host: string; port: number }

/** `primary` is the one that accepts writes; `any` prefers a standby, and the first of several. */
export type ServerRole = 'primary' | 'any'

/** Thrown for a server that answers, but is not the one to use. PostgreSQL's code for a write on a standby. */
class StandbyError extends Error {
  override readonly name = 'StandbyError'
  readonly code = '25006'
}

const PROBE_MILLISECONDS = 800
const URL_PARTS = /^(?<scheme>[^:]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/

/** The servers of `postgres://user@a:1,b:2/database`. */
export function listHosts(url: string): ServerHost[] {
  return splitUrl(url).map(toHost)
}

/** One URL for each host of `postgres://user@a:1,b:2/database`. */
function splitUrl(url: string): string[] {
  const { scheme = '', hosts = '', rest = '' } = URL_PARTS.exec(url)?.groups ?? {}
  return hosts.includes(',') ? hosts.split(',').map((host) => `${scheme}${host}${rest}`) : [url]
}

/** Rejects with `StandbyError` if this connection's server is a standby. */
export async function assertPrimary(client: pg.ClientBase & { host?: string; port?: number }): Promise<void> {
  if (!(await isStandby(client))) return
  throw new StandbyError(`${client.host}:${client.port} is a standby, which refuses writes`)
}

/** Resolves to the server to use; rejects if none that answers has the wanted role. */
export async function findServer(hosts: readonly ServerHost[], role: ServerRole): Promise<ServerHost> {
  const probes = hosts.map(async (host) => ({ host, isStandby: await probe(host) }))
  if (role === 'any') return findPreferred(probes)
  const primaries = probes.map(async (probed) => {
    const { host, isStandby } = await probed
    if (isStandby) throw new StandbyError(`${host.host}:${host.port} is a standby`)
    return host
  })
  try {
    return await Promise.any(primaries)
  } catch (error) {
    const names = hosts.map(({ host, port }) => `${host}:${port}`)
    throw new StandbyError(`None of ${names.join(', ')} is a primary that answers`, { cause: error })
  }
}

type Probed = { host: ServerHost; isStandby: boolean }

/** The first standby of the list, because operators name the nearest first; without any, another server that answers. */
async function findPreferred(probes: readonly Promise<Probed>[]): Promise<ServerHost> {
  // Handlers are attached to all at once, because an unhandled rejection ends the process.
  const answers = probes.map((probe) => probe.catch(() => undefined))
  for (const answer of answers) {
    const probed = await answer
    if (probed?.isStandby) return probed.host
  }
  return (await Promise.any(probes)).host
}

/** Resolves to whether a server is a standby; rejects if it does not answer in time. */
export async function probe({ url }: ServerHost): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'timezone-registry',
    connectionTimeoutMillis: PROBE_MILLISECONDS,
    query_timeout: PROBE_MILLISECONDS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await isStandby(client)
  } finally {
    client.end().catch(() => {})
  }
}

async function isStandby(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
  return rows[0]?.is_standby === true
}

function toHost(url: string): ServerHost {
  // As the driver reads it, because the URL may name a socket.
  const { host, port } = new pg.Client({ connectionString: url })
  return { url, host, port }
}
