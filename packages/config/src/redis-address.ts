/** Where Redis is: one server, or the primary that sentinels name. */
export type RedisAddress = { url: string } | RedisSentinels

export type RedisSentinels = {
  sentinels: { host: string; port: number }[]
  /** What the sentinels call the primary and its replicas. */
  name: string
  username?: string
  password?: string
  database: number
  /** For the servers and the sentinels alike. */
  hasTls: boolean
  sentinelUsername?: string
  sentinelPassword?: string
}

const SENTINEL_URL =
  /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?@]+)\/(?<name>[^/?]+)(?:\/(?<database>\d{1,4}))?(?:\?(?<query>.*))?$/
const HOST = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i
const SENTINEL_PORT = 26379
const PARAMETERS = ['sentinel_username', 'sentinel_password']

/**
 * Reads `redis://…`, `rediss://…`, or `redis+sentinel://[user:password@]host[:port],…/name[/database]`, with `rediss` for
 * TLS and `?sentinel_username=…&sentinel_password=…` for sentinels that ask for a password of their own. Undefined if it
 * is none of them.
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  if (/^rediss?:\/\//.test(text)) return URL.canParse(text) ? { url: text } : undefined
  const groups = SENTINEL_URL.exec(text)?.groups
  if (groups === undefined) return undefined
  const sentinels = groups.hosts?.split(',').map(parseHost) ?? []
  const query = new URLSearchParams(groups.query)
  if (!sentinels.every((host) => host !== undefined)) return undefined
  if ([...query.keys()].some((key) => !PARAMETERS.includes(key))) return undefined
  try {
    return {
      sentinels,
      name: decodeURIComponent(groups.name ?? ''),
      database: Number(groups.database ?? 0),
      hasTls: groups.tls === 's',
      ...given('username', decodeURIComponent(groups.username ?? '')),
      ...given('password', decodeURIComponent(groups.password ?? '')),
      ...given('sentinelUsername', query.get('sentinel_username')),
      ...given('sentinelPassword', query.get('sentinel_password')),
    }
  } catch {
    // A `%` that is not the start of an escape sequence.
    return undefined
  }
}

function parseHost(text: string) {
  const groups = HOST.exec(text)?.groups
  const port = Number(groups?.port ?? SENTINEL_PORT)
  if (groups?.host === undefined || port < 1 || port > 65_535) return undefined
  return { host: groups.host.replace(/^\[|\]$/g, ''), port }
}

function given(name: string, value: string | null | undefined) {
  return value ? { [name]: value } : {}
}
