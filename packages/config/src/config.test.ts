import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, environmentSchema, loadConfig } from './config.ts'

const EXAMPLE = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')

describe('loadConfig', () => {
  test('needs nothing: on its own, the service is open on loopback, with the embedded database', () => {
    expect(loadConfig({})).toEqual({
      auth: 'open',
      reads: 'public',
      login: { discord: undefined, oidc: undefined },
      sessions: { ttlSeconds: 604_800, idleSeconds: 259_200 },
      http: {
        host: '127.0.0.1',
        port: 3000,
        onLoopback: true,
        publicUrl: undefined,
        corsOrigins: ['https://discord.com', 'https://ptb.discord.com', 'https://canary.discord.com'],
        trustProxyHops: 0,
        shutdownGraceSeconds: 10,
      },
      database: { url: undefined, dataDir: './data', poolSize: 10, durability: 'checked', migrate: 'auto' },
      redis: undefined,
      rateLimit: { writesPerMinute: 60, readsPerMinute: 1200 },
      changes: { retentionDays: 30 },
      workers: 1,
      log: { level: 'info', requests: 'all', audit: true },
    })
  })

  test('takes an empty variable, as compose files write it, for none', () => {
    expect(loadConfig({ REDIS_URL: '', DATABASE_URL: ' ', PORT: '' })).toEqual(loadConfig({}))
  })

  test.for([
    ['127.0.0.1', 'open'],
    ['127.1.2.3', 'open'],
    ['localhost', 'open'],
    ['::1', 'open'],
    ['0.0.0.0', 'required'],
    ['::', 'required'],
    ['10.0.0.1', 'required'],
  ])('without AUTH, %s is %s', ([HOST, auth]) => {
    expect(loadConfig({ HOST }).auth).toBe(auth)
  })

  test('is frozen, all the way down', () => {
    const config = loadConfig({})
    expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError)
    expect(() => Object.assign(config, { auth: 'open' })).toThrow(TypeError)
    expect(Object.isFrozen(config.http.corsOrigins)).toBe(true)
  })

  test('says every problem at once, by name and never by value', () => {
    const error = problemsOf({
      HOST: 'secret host',
      PORT: '70000',
      PUBLIC_URL: 'https://secret.example/path',
      DATABASE_URL: 'mysql://secret',
      DATABASE_POOL_SIZE: '0',
      REDIS_URL: 'http://secret',
      MIGRATE: 'secret',
      AUTH: 'secret',
      CORS_ORIGINS: 'https://good.example,secret',
      TRUST_PROXY: 'true',
      RATE_LIMIT_WRITES_PER_MINUTE: '-1',
      SHUTDOWN_GRACE_SECONDS: '1.5',
      LOG_LEVEL: 'secret',
    })
    expect(error.problems.map((problem) => problem.split(' ')[0])).toEqual([
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'DATABASE_POOL_SIZE',
      'REDIS_URL',
      'MIGRATE',
      'AUTH',
      'CORS_ORIGINS',
      'TRUST_PROXY',
      'RATE_LIMIT_WRITES_PER_MINUTE',
      'SHUTDOWN_GRACE_SECONDS',
      'LOG_LEVEL',
    ])
    expect(error.message).not.toContain('secret')
  })

  test('takes a login whole or not at all', () => {
    const OIDC_ISSUER = 'https://issuer.example'
    expect(problemsOf({ OIDC_ISSUER, OAUTH_DISCORD_CLIENT_SECRET: 'secret', PORT: 'x' }).problems).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'OAUTH_DISCORD_CLIENT_ID is missing: OAUTH_DISCORD_CLIENT_SECRET needs it',
      'OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it',
    ])
    expect(loadConfig({ OIDC_ISSUER, OIDC_CLIENT_ID: 'registry' }).login.oidc).toEqual({
      issuer: OIDC_ISSUER,
      clientId: 'registry',
    })
  })

  test('sends codes and secrets in the clear to this machine only', () => {
    const OIDC_CLIENT_ID = 'registry'
    expect(problemsOf({ OIDC_ISSUER: 'http://issuer.example', OIDC_CLIENT_ID }).message).toContain('https://')
    expect(loadConfig({ OIDC_ISSUER: 'http://localhost:9000', OIDC_CLIENT_ID }).login.oidc).toBeDefined()
  })

  test('several workers need a database server', () => {
    const DATABASE_URL = 'postgres://localhost/registry'
    expect(problemsOf({ WORKERS: '2' }).message).toContain('WORKERS above 1 needs DATABASE_URL')
    expect(loadConfig({ WORKERS: '2', DATABASE_URL }).workers).toBe(2)
  })

  test('the prefix of Redis keys has a default and cannot hold what a pattern or a line could', () => {
    const REDIS_URL = 'redis://localhost'
    expect(loadConfig({ REDIS_URL }).redis?.keyPrefix).toBe('timezone-registry')
    expect(loadConfig({ REDIS_URL, REDIS_KEY_PREFIX: 'two:b' }).redis?.keyPrefix).toBe('two:b')
    expect(problemsOf({ REDIS_URL, REDIS_KEY_PREFIX: 'a*' }).message).toContain('REDIS_KEY_PREFIX')
  })

  test('a session is never idle for longer than it lives', () => {
    expect(loadConfig({ SESSION_TTL_SECONDS: '60' }).sessions).toEqual({ ttlSeconds: 60, idleSeconds: 60 })
  })

  test.for([
    { METRICS_PORT: '9090' },
    { DATABASE_READ_URL: 'postgres://replica/db' },
    { REDIS_URL: 'redis+cluster://a:1,b:2' },
    { REDIS_URL: 'redis+sentinel://a:1,b:2/name' },
  ])('refuses what is not there yet rather than ignore it: %o', (env) => {
    expect(problemsOf(env).message).toContain('not there yet')
  })
})

describe('.env.example', () => {
  const lines = [...EXAMPLE.matchAll(/^#? ?([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )

  test('names every variable that the service knows, in the same order, and no other', () => {
    expect(lines.map(([name]) => name)).toEqual(Object.keys(environmentSchema.shape))
  })

  test('shows the real defaults: setting all of them changes nothing', () => {
    const withDefault = lines.filter(([, value]) => value !== '')
    expect(withDefault.length).toBeGreaterThan(10)
    expect(loadConfig(Object.fromEntries(withDefault))).toEqual(loadConfig({}))
  })
})

function problemsOf(env: Record<string, string>): ConfigError {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('The configuration was accepted')
}
