import { describe, expect, test } from 'vitest'
import { ConfigError, environmentSchema, loadConfig } from './config.ts'

describe('loadConfig', () => {
  test('without any setting, the service is open on loopback with the embedded database', () => {
    expect(loadConfig({})).toEqual({
      auth: 'open',
      reads: 'public',
      login: { discord: undefined, oidc: undefined },
      sessions: { ttlSeconds: 604_800, idleSeconds: 259_200 },
      admins: [],
      privacy: { contact: undefined },
      http: {
        host: '127.0.0.1',
        port: 3000,
        onLoopback: true,
        publicUrl: undefined,
        corsOrigins: [
          'https://discord.com',
          'https://ptb.discord.com',
          'https://canary.discord.com',
          'https://discordapp.com',
          'https://ptb.discordapp.com',
          'https://canary.discordapp.com',
        ],
        trustProxyHops: 0,
        shutdownGraceSeconds: 10,
      },
      database: {
        url: undefined,
        dataDir: './data',
        backups: undefined,
        poolSize: 10,
        waitSeconds: Number.POSITIVE_INFINITY,
        durability: 'checked',
        migrate: 'auto',
      },
      redis: undefined,
      rateLimit: { writesPerMinute: 60, readsPerMinute: 1200, failuresPerMinute: 60 },
      records: { defaultVisibility: 'public' },
      changes: { retentionDays: 30 },
      log: { level: 'info', requests: 'all', audit: true, networks: true, retentionDays: undefined },
      metrics: undefined,
    })
  })

  test('treats an empty variable, as compose files write it, as absent', () => {
    expect(loadConfig({ REDIS_URL: '', DATABASE_URL: ' ', PORT: '' })).toEqual(loadConfig({}))
  })

  test.for([
    ...[
      'redis+sentinel://a/main',
      'redis+cluster://a',
      'redis:6379',
      'rediss:host',
      'http://a',
      'redis://a,b',
      'redis://a/main',
    ],
    ...['redis://a:6379,b:6379', 'redis://“a”', 'redis://a/0,'],
  ])('refuses REDIS_URL=%s, which is not the address of one server', (REDIS_URL) => {
    expect(problemsOf({ REDIS_URL }).message).toContain('REDIS_URL must be redis://host:port')
  })

  test('reads the admins as people of login providers, and refuses anyone else', () => {
    const { admins } = loadConfig({
      ADMINS: ' discord:1\u200b,oidc:alice  \ufeffoidc:a:b;discord:2,oidc:o’neil|1,',
    })
    expect(admins).toEqual(['discord:1', 'oidc:alice', 'oidc:a:b', 'discord:2', 'oidc:o’neil|1'])
    for (const ADMINS of [
      ...['1', 'discord:', 'github:1', 'discord:1,2', 'discord:"1"', 'discord:“1”', "oidc:'alice'"],
      ...['["discord:1"]', 'discord:<@1>', 'discord:１', 'discord：1', 'discord:ann', 'Discord:1', '@ann'],
    ])
      expect(() => loadConfig({ ADMINS }), ADMINS).toThrow('ADMINS must be a list')
  })

  test.for([
    ...['0.0.0.0:3000', 'localhost:3000', ':3000', '3000', '[::1]', '[::]:3000', 'http://0.0.0.0', '*'],
    ...['0.0.0.0/0', '127.0.0.1,::1', '0.0.0', '１２７.0.0.1', 'host,'],
  ])('refuses HOST=%s, which is not an address alone', (HOST) => {
    expect(problemsOf({ HOST }).problems).toEqual([
      expect.stringMatching(
        /^HOST must be an address or a host name, without a scheme or a port \(see PORT\)/,
      ),
    ])
  })

  test.for([':3000', '0.0.0.0:3000', 'tcp://10.0.0.1:3000', '3000/tcp', '３０００', '3000,'])(
    'refuses PORT=%s, which is not a port alone',
    (PORT) => expect(problemsOf({ PORT }).problems).toEqual(['PORT must be a whole number from 0 to 65535']),
  )

  test.for([
    ['https://timezones.example/', 'https://timezones.example'],
    ['HTTPS://Timezones.example:443', 'https://timezones.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['\u200bhttps://timezones.example\ufeff', 'https://timezones.example'],
  ])('reads PUBLIC_URL=%s as the origin %s', ([PUBLIC_URL, origin]) => {
    expect(loadConfig({ PUBLIC_URL }).http.publicUrl).toBe(origin)
  })

  test.for([
    ...['timezones.example', 'https://timezones.example/path', 'https:timezones.example', 'https://a;b'],
    ...[
      'https://*.example',
      'https://user@a.example',
      'https://a.example?',
      '//a.example',
      '*',
      'https://a"b',
    ],
  ])('refuses the origin %s', (origin) => {
    for (const name of ['PUBLIC_URL', 'CORS_ORIGINS'])
      expect(problemsOf({ [name]: origin }).problems).toEqual([
        expect.stringMatching(`^${name} must be an origin such as`),
      ])
  })

  test('reads a list of origins with spaces and a comma at its end', () => {
    const { corsOrigins } = loadConfig({ CORS_ORIGINS: 'https://a.example https://b.example/,' }).http
    expect(corsOrigins).toEqual(['https://a.example', 'https://b.example'])
  })

  test.for([
    'https://issuer.example/.well-known/openid-configuration',
    'https://issuer.example/realms/a/.well-known/openid-configuration',
    'https://issuer.example/.well-known/oauth-authorization-server',
    'https://issuer.example/?tenant=a',
  ])('refuses the OIDC_ISSUER %s, which is an address of the issuer', (OIDC_ISSUER) => {
    expect(problemsOf({ OIDC_ISSUER, OIDC_CLIENT_ID: 'a' }).problems).toEqual([
      expect.stringMatching('^OIDC_ISSUER must be the issuer itself'),
    ])
  })

  test.for(['issuer.example', 'https://issuer.example,', 'https://“issuer.example”', 'https://a example'])(
    'refuses the OIDC_ISSUER %s, whose host does not exist',
    (OIDC_ISSUER) => {
      expect(problemsOf({ OIDC_ISSUER, OIDC_CLIENT_ID: 'a' }).message).toContain(
        'OIDC_ISSUER must be an https://',
      )
    },
  )

  test.for(["https://host/token'", 'https://host/token,', 'https://host/token;'])(
    'refuses the address %s with what ended it in a file',
    (url) => {
      for (const name of ['OAUTH_DISCORD_TOKEN_URL', 'OIDC_ISSUER', 'PRIVACY_CONTACT'])
        expect(problemsOf({ [name]: url }).message).toContain(`${name} must be`)
    },
  )

  test('keeps the slash at the end of an issuer, which belongs to its name', () => {
    const OIDC_ISSUER = 'https://tenant.auth0.example/'
    expect(loadConfig({ OIDC_ISSUER, OIDC_CLIENT_ID: 'a' }).login.oidc?.issuer).toBe(OIDC_ISSUER)
  })

  test.for(['ａｂｃ', 'a\nb', 'a  b', 'schlüssel'])(
    'refuses the credential %j, which no provider gives',
    (text) => {
      for (const name of [
        'OAUTH_DISCORD_CLIENT_ID',
        'OAUTH_DISCORD_CLIENT_SECRET',
        'OIDC_CLIENT_ID',
        'OIDC_CLIENT_SECRET',
      ])
        expect(problemsOf({ [name]: text }).message).toContain(`${name} must have only ASCII characters`)
    },
  )

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

  test('reports every problem together, in the order of the settings', () => {
    const { problems } = problemsOf({ AUDIT_LOG: 'x', HOST: 'a host', PORT: '70000', AUTH: 'x' })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['HOST', 'PORT', 'AUTH', 'AUDIT_LOG'])
  })

  test('checks every variable, and names it but not its value', () => {
    for (const [name, schema] of Object.entries(environmentSchema.shape)) {
      expect(schema.safeParse('\0 secret').success, name).toBe(false)
      const { message } = problemsOf({ [name]: '\0 secret' })
      expect(message).toContain(name)
      expect(message).not.toContain('secret')
    }
  })

  test.for([
    ...[
      '~/data',
      '~',
      '$HOME/data',
      `\${DATA}`,
      '"/data',
      "/data'",
      'file:///data',
      'file:./data',
      'postgres://host/db',
    ],
    ...['./data:/data', '/data,', '／data', '～/data', '/da“ta', 'a\tb'],
    ...['$(pwd)/data', '%h/data', '%USERPROFILE%\\data', '«/data»'],
  ])('refuses the path %s, which is not the path alone', (path) => {
    for (const name of ['DATA_DIR', 'BACKUP_DIR'])
      expect(problemsOf({ [name]: path }).problems).toEqual([
        expect.stringMatching(`^${name} must be the path of a directory, without "~"`),
      ])
  })

  test('refuses every setting with a comment beside it', () => {
    for (const name of Object.keys(environmentSchema.shape))
      expect(problemsOf({ [name]: 'secret # note' }).problems).toContainEqual(
        expect.stringMatching(`^${name} has a comment`),
      )
  })

  test.for(['/data#1', '/mnt/a b', '/data~', '/data/$', './data', 'C:/data', 'C:\\data', '/data/', '/a:b'])(
    'accepts the path %s',
    (path) => {
      expect(loadConfig({ DATA_DIR: path }).database.dataDir).toBe(path)
    },
  )

  test.for(['"', "'", '“', '`'])('refuses every setting in quotation marks: %s', (mark) => {
    for (const name of Object.keys(environmentSchema.shape))
      expect(problemsOf({ [name]: `${mark}secret${mark}` }).problems).toContainEqual(
        expect.stringMatching(`^${name} is in quotation marks`),
      )
  })

  test.for([
    ['DATABASE_URL', 'postgres://user:12#34@host/db'],
    ['REDIS_URL', 'redis://:12#34@host'],
    ['OAUTH_DISCORD_TOKEN_URL', 'https://host/token#x'],
  ])('refuses a %s that a parser would cut', ([name = '', value = '']) => {
    expect(problemsOf({ [name]: value }).problems).toEqual([
      `${name} contains "#", where a URL ends; in a password it must be percent-encoded, as %23`,
    ])
  })

  test.for([
    ['30m', 1800],
    ['24h', 86_400],
    ['7d', 604_800],
  ] as const)('a backup is made every %s', ([BACKUP_EVERY, everySeconds]) => {
    const { backups } = loadConfig({ BACKUP_DIR: '/backups', BACKUP_EVERY }).database
    expect(backups).toEqual({ directory: '/backups', everySeconds, keep: 7 })
  })

  test('refuses a login that is configured in part', () => {
    const OIDC_ISSUER = 'https://issuer.example'
    expect(problemsOf({ OIDC_ISSUER, OAUTH_DISCORD_CLIENT_SECRET: 'secret', PORT: 'x' }).problems).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'OAUTH_DISCORD_CLIENT_ID is missing: OAUTH_DISCORD_CLIENT_SECRET requires it',
      'OIDC_CLIENT_ID is missing: OIDC_ISSUER requires it',
    ])
    expect(loadConfig({ OIDC_ISSUER, OIDC_CLIENT_ID: 'registry' }).login.oidc).toEqual({
      issuer: OIDC_ISSUER,
      clientId: 'registry',
    })
  })

  test('allows plain HTTP to a login provider only on this machine', () => {
    const OIDC_CLIENT_ID = 'registry'
    expect(problemsOf({ OIDC_ISSUER: 'http://issuer.example', OIDC_CLIENT_ID }).message).toContain('https://')
    expect(loadConfig({ OIDC_ISSUER: 'http://localhost:9000', OIDC_CLIENT_ID }).login.oidc).toBeDefined()
  })

  test('refuses to serve metrics on the port of the service', () => {
    const message = 'METRICS_PORT must differ from PORT'
    expect(problemsOf({ PORT: '8080', METRICS_PORT: '8080' }).message).toContain(message)
    expect(problemsOf({ METRICS_PORT: '3000' }).message).toContain(message)
    // Free ports differ.
    expect(loadConfig({ PORT: '0', METRICS_PORT: '0' }).metrics).toEqual({ port: 0 })
    expect(loadConfig({ PORT: '8080', METRICS_PORT: '3000' }).metrics).toEqual({ port: 3000 })
  })

  test('a session is never idle for longer than it lives', () => {
    expect(loadConfig({ SESSION_TTL_SECONDS: '60' }).sessions).toEqual({ ttlSeconds: 60, idleSeconds: 60 })
  })

  test('reads the prefix of the Redis keys and the switch of the audit log', () => {
    const config = loadConfig({ REDIS_URL: 'redis://host', REDIS_KEY_PREFIX: 'staging', AUDIT_LOG: 'off' })
    expect(config.redis?.keyPrefix).toBe('staging')
    expect(config.log.audit).toBe(false)
  })

  test('accepts a web or mail address as the contact, and nothing that could run in a page', () => {
    for (const PRIVACY_CONTACT of ['https://timezones.example/contact', 'mailto:privacy@timezones.example'])
      expect(loadConfig({ PRIVACY_CONTACT }).privacy.contact).toBe(PRIVACY_CONTACT)
    for (const PRIVACY_CONTACT of [
      'javascript:alert(1)',
      'http://timezones.example',
      'privacy@timezones.example',
      'mailto:',
      'https://timezones.example,',
    ])
      expect(problemsOf({ PRIVACY_CONTACT }).message).toContain('must be an https: or mailto: address')
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
