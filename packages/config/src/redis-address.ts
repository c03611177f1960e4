/** Where Redis is, in the driver's words: one server, the primary that sentinels name, or some nodes of a cluster. */
export type RedisAddress = { url: string } | RedisSentinels | RedisCluster

type RedisHost = { host: string; port: number }

/** The user of the servers; with `tls`, every connection uses it. */
type Access = { username?: string; password?: string; tls?: object }

export type RedisSentinels = Access & {
  sentinels: RedisHost[]
  /** What the sentinels call the primary and its replicas. */
  name: string
  db: number
  sentinelUsername?: string
  sentinelPassword?: string
  sentinelTLS?: object
  enableTLSForSentinelMode?: boolean
}

/** The nodes know the others. */
export type RedisCluster = Access & { nodes: RedisHost[] }

const URL_OF_SEVERAL =
  /^redis(?<tls>s?)\+(?<kind>sentinel|cluster):\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?@]+)(?:\/(?<name>[^/?]+)(?:\/(?<database>\d{1,4}))?)?\/?(?:\?(?<query>.*))?$/
const HOST = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i
const SENTINEL_PORT = 26_379
const SERVER_PORT = 6379
const SENTINEL_PARAMETERS = ['sentinel_username', 'sentinel_password']

/**
 * Reads `redis://…`; `redis+sentinel://[user:password@]host[:port],…/name[/database]`, with
 * `?sentinel_username=…&sentinel_password=…` for sentinels that require their own password; or
 * `redis+cluster://[user:password@]host[:port],…`. `rediss` instead of `redis` stands for TLS. Undefined if it is none
 * of them.
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  if (/^rediss?:\/\//.test(text)) return URL.canParse(text) ? { url: text } : undefined
  const groups = URL_OF_SEVERAL.exec(text)?.groups
  if (groups === undefined) return undefined
  try {
    return groups.kind === 'sentinel' ? toSentinels(groups) : toCluster(groups)
  } catch {
    // A `%` that is not the start of an escape sequence.
    return undefined
  }
}

type Groups = Record<string, string | undefined>

function toSentinels(groups: Groups): RedisSentinels | undefined {
  const sentinels = parseHosts(groups.hosts, SENTINEL_PORT)
  const query = new URLSearchParams(groups.query)
  if (sentinels === undefined || groups.name === undefined) return undefined
  if ([...query.keys()].some((key) => !SENTINEL_PARAMETERS.includes(key))) return undefined
  return {
    ...toAccess(groups),
    sentinels,
    ...(groups.tls === 's' && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
    name: decodeURIComponent(groups.name),
    db: Number(groups.database ?? 0),
    ...given('sentinelUsername', query.get('sentinel_username')),
    ...given('sentinelPassword', query.get('sentinel_password')),
  }
}

/** A cluster has only one database, so a path has no meaning. */
function toCluster(groups: Groups): RedisCluster | undefined {
  const nodes = parseHosts(groups.hosts, SERVER_PORT)
  if (nodes === undefined || groups.name !== undefined || groups.query !== undefined) return undefined
  return { ...toAccess(groups), nodes }
}

function toAccess({ tls, username, password }: Groups): Access {
  return {
    ...(tls === 's' && { tls: {} }),
    ...given('username', decodeURIComponent(username ?? '')),
    ...given('password', decodeURIComponent(password ?? '')),
  }
}

/** Undefined if one of them is not a host. */
function parseHosts(text = '', defaultPort: number): RedisHost[] | undefined {
  const hosts = text.split(',').map((host) => parseHost(host, defaultPort))
  return hosts.every((host) => host !== undefined) ? hosts : undefined
}

function parseHost(text: string, defaultPort: number): RedisHost | undefined {
  const groups = HOST.exec(text)?.groups
  const port = Number(groups?.port ?? defaultPort)
  if (groups?.host === undefined || port < 1 || port > 65_535) return undefined
  return { host: groups.host.replace(/^\[|\]$/g, ''), port }
}

function given(name: string, value: string | null | undefined) {
  return value ? { [name]: value } : {}
}
