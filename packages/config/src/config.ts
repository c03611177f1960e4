import { isIPv4 } from 'node:net'
import { z } from 'zod'

/** The service's settings: validated, frozen, with the unit in each name that has one. */
export type Config = ReturnType<typeof loadConfig>

/** Thrown with every problem of an environment at once; names variables, never their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/** `EX_CONFIG` of sysexits.h: the process ended because of its configuration, and a restart will not help. */
export const EXIT_CODE_CONFIG = 78

const MAX_PORT = 65_535
const DISCORD_ORIGINS = ['https://discord.com', 'https://ptb.discord.com', 'https://canary.discord.com']

/**
 * Reads the service's settings from an environment; an empty variable counts as absent.
 * Pure: the same environment gives the same settings. Throws `ConfigError`.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.keys(environmentSchema.shape)
      .map((name) => [name, env[name]?.trim()])
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  const problems = (parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}`)
  problems.push(...halfConfiguredLogins(given), ...workersAlone(given, parsed.data?.WORKERS))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const values = parsed.data

  const onLoopback = isLoopback(values.HOST)
  return deepFreeze({
    auth: values.AUTH ?? (onLoopback ? ('open' as const) : ('required' as const)),
    /** Who may read: `required` closes the records to callers without a session or a key. */
    reads: values.READS,
    login: {
      /** Absent: people cannot sign in through Discord. */
      discord:
        values.OAUTH_DISCORD_CLIENT_ID === undefined || values.OAUTH_DISCORD_CLIENT_SECRET === undefined
          ? undefined
          : {
              clientId: values.OAUTH_DISCORD_CLIENT_ID,
              clientSecret: values.OAUTH_DISCORD_CLIENT_SECRET,
              authorizeUrl: values.OAUTH_DISCORD_AUTHORIZE_URL,
              tokenUrl: values.OAUTH_DISCORD_TOKEN_URL,
              userUrl: values.OAUTH_DISCORD_USER_URL,
            },
      /** Absent: people cannot sign in through an OpenID Connect issuer. */
      oidc:
        values.OIDC_ISSUER === undefined || values.OIDC_CLIENT_ID === undefined
          ? undefined
          : {
              issuer: values.OIDC_ISSUER,
              clientId: values.OIDC_CLIENT_ID,
              /** Absent: a public client, which PKCE alone protects. */
              clientSecret: values.OIDC_CLIENT_SECRET,
            },
    },
    sessions: {
      /** From the login on, however much the session is used. */
      ttlSeconds: values.SESSION_TTL_SECONDS,
      /** How long a session may go unused. */
      idleSeconds: Math.min(values.SESSION_IDLE_SECONDS, values.SESSION_TTL_SECONDS),
    },
    http: {
      host: values.HOST,
      port: values.PORT,
      onLoopback,
      /** The origin that people reach the service at, without a slash at its end; absent: the address it listens on. */
      publicUrl: values.PUBLIC_URL,
      /** Origins whose pages may send requests with credentials; the service's own is not listed here. */
      corsOrigins: values.CORS_ORIGINS ?? DISCORD_ORIGINS,
      trustProxyHops: values.TRUST_PROXY,
      shutdownGraceSeconds: values.SHUTDOWN_GRACE_SECONDS,
    },
    database: {
      /** Absent: the embedded database in `dataDir`. */
      url: values.DATABASE_URL,
      dataDir: values.DATA_DIR,
      poolSize: values.DATABASE_POOL_SIZE,
      durability: values.DATABASE_DURABILITY,
      migrate: values.MIGRATE,
    },
    redis:
      values.REDIS_URL === undefined
        ? undefined
        : {
            url: values.REDIS_URL,
            poolSize: values.REDIS_POOL_SIZE,
            /** What the name of every key and channel starts with. */
            keyPrefix: values.REDIS_KEY_PREFIX,
          },
    rateLimit: {
      writesPerMinute: values.RATE_LIMIT_WRITES_PER_MINUTE,
      readsPerMinute: values.RATE_LIMIT_READS_PER_MINUTE,
    },
    /** Processes that serve on one port. */
    workers: values.WORKERS,
    changes: { retentionDays: values.CHANGES_RETENTION_DAYS },
    log: {
      level: values.LOG_LEVEL,
      requests: values.LOG_REQUESTS,
      /** Whether audit lines are written, whatever the level. */
      audit: values.AUDIT_LOG === 'on',
    },
  })
}

/** Every variable that the service knows, in the order of the documentation. */
export const environmentSchema = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  PORT: integer({ min: 0, max: MAX_PORT }).default(3000),
  PUBLIC_URL: origin().optional(),
  DATABASE_URL: url({ schemes: ['postgres', 'postgresql'] }).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_POOL_SIZE: integer({ min: 1, max: 1000 }).default(10),
  DATABASE_READ_URL: notThereYet(),
  DATABASE_DURABILITY: oneOf(['checked', 'trusted']).default('checked'),
  REDIS_URL: url({ schemes: ['redis', 'rediss'], later: ['redis+cluster', 'redis+sentinel'] }).optional(),
  REDIS_POOL_SIZE: integer({ min: 1, max: 100 }).default(4),
  REDIS_KEY_PREFIX: z
    .string()
    .regex(/^[\w.:-]{1,100}$/, 'must have 1 to 100 letters, digits, or any of . : _ -')
    .default('timezone-registry'),
  MIGRATE: oneOf(['auto', 'off']).default('auto'),
  AUTH: oneOf(['open', 'required']).optional(),
  READS: oneOf(['public', 'required']).default('public'),
  OAUTH_DISCORD_CLIENT_ID: z.string().optional(),
  OAUTH_DISCORD_CLIENT_SECRET: z.string().optional(),
  OAUTH_DISCORD_AUTHORIZE_URL: providerUrl().default('https://discord.com/oauth2/authorize'),
  OAUTH_DISCORD_TOKEN_URL: providerUrl().default('https://discord.com/api/oauth2/token'),
  OAUTH_DISCORD_USER_URL: providerUrl().default('https://discord.com/api/users/@me'),
  OIDC_ISSUER: providerUrl().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SESSION_TTL_SECONDS: integer({ min: 1, max: 31_536_000 }).default(604_800),
  SESSION_IDLE_SECONDS: integer({ min: 1, max: 31_536_000 }).default(259_200),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(origin()))
    .optional(),
  TRUST_PROXY: integer({ min: 0, max: 16 }).default(0),
  RATE_LIMIT_WRITES_PER_MINUTE: integer({ min: 0, max: 10_000_000 }).default(60),
  RATE_LIMIT_READS_PER_MINUTE: integer({ min: 0, max: 10_000_000 }).default(1200),
  CHANGES_RETENTION_DAYS: integer({ min: 1, max: 3650 }).default(30),
  SHUTDOWN_GRACE_SECONDS: integer({ min: 1, max: 600 }).default(10),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_REQUESTS: oneOf(['all', 'errors', 'none']).default('all'),
  AUDIT_LOG: oneOf(['on', 'off']).default('on'),
  METRICS_PORT: notThereYet(),
  WORKERS: integer({ min: 1, max: 64 }).default(1),
})

// What belongs together: the first is what makes the login wanted, the others what it then needs.
const LOGINS = [
  ['OAUTH_DISCORD_CLIENT_ID', 'OAUTH_DISCORD_CLIENT_SECRET'],
  ['OAUTH_DISCORD_CLIENT_SECRET', 'OAUTH_DISCORD_CLIENT_ID'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
] as const

function halfConfiguredLogins(given: Record<string, string | undefined>): string[] {
  return LOGINS.filter(
    ([present, needed]) => given[present] !== undefined && given[needed] === undefined,
  ).map(([present, needed]) => `${needed} is missing: ${present} needs it`)
}

/** What several processes cannot do each on its own. */
function workersAlone(given: Record<string, string | undefined>, workers = 1): string[] {
  if (workers === 1) return []
  return given.DATABASE_URL === undefined
    ? ['WORKERS above 1 needs DATABASE_URL: the embedded database serves one process']
    : []
}

/** True for the addresses that only this machine reaches. */
function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
  )
}

/** Codes and tokens go there: in the clear only on this machine. */
function providerUrl() {
  return z.string().refine((value) => {
    const parsed = URL.parse(value)
    return (
      parsed !== null &&
      (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname)))
    )
  }, 'must be an https:// URL (http:// on a loopback address)')
}

function integer({ min, max }: { min: number; max: number }) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, `must be one of ${choices.join(', ')}`)
}

function url({ schemes, later = [] }: { schemes: string[]; later?: string[] }) {
  return z.string().superRefine((value, context) => {
    const scheme = value.split('://', 1)[0] ?? ''
    if (later.includes(scheme))
      context.addIssue({ code: 'custom', message: `${scheme}:// is not there yet in this version` })
    else if (!(schemes.includes(scheme) && URL.canParse(value)))
      context.addIssue({
        code: 'custom',
        message: `must be a URL that begins with ${schemes.map((known) => `${known}://`).join(' or ')}`,
      })
  })
}

function origin() {
  const message = 'must be an origin such as https://timezones.example: a scheme, a host, no path'
  return z
    .string()
    .refine((value) => {
      const parsed = URL.parse(value)
      return (
        parsed !== null &&
        /^https?:$/.test(parsed.protocol) &&
        [`${parsed.origin}/`, parsed.origin].includes(value.toLowerCase())
      )
    }, message)
    .transform((value) => new URL(value).origin)
}

function notThereYet() {
  return z.undefined('is not there yet in this version: leave it out').optional()
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
