import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from './config.ts'
import { configWarnings } from './config-warnings.ts'
import { namesInFiles } from './env-file.ts'

describe('configWarnings', () => {
  const OIDC = { OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'registry' }
  const HOST = '0.0.0.0'

  test.for([
    [{}, []],
    [{ AUTH: 'open', HOST }, [/AUTH=open on 0\.0\.0\.0: anyone/]],
    [{ HOST }, [/only programs with an API key can write.* key, run: registry keys create/]],
    [{ HOST, ...OIDC }, [/set PUBLIC_URL/]],
    [
      { HOST, ...OIDC, PUBLIC_URL: 'http://registry.example' },
      [/Nobody can stay signed in/, /unencrypted.*set https:/],
    ],
    [{ HOST, ...OIDC, PUBLIC_URL: 'https://registry.example', TRUST_PROXY: '1' }, []],
    [{ HOST, ...OIDC, PUBLIC_URL: 'https://registry.example' }, [/TRUST_PROXY is 0: rate limits count all/]],
    [{ PUBLIC_URL: 'http://registry.lan', AUTH: 'required', ...OIDC }, [/Nobody can stay signed in/]],
    [{ PUBLIC_URL: 'http://192.168.1.20:3000', AUTH: 'required', ...OIDC }, [/Nobody can stay signed in/]],
    [{ HOST, ...OIDC, PUBLIC_URL: 'http://localhost:3000' }, []],
    [{ ...OIDC }, [/AUTH is open, although there is a login provider: anyone/]],
    [{ ...OIDC, AUTH: 'required' }, []],
    [{ TRUST_PROXY: '1' }, [/although TRUST_PROXY is set: anyone.*Set AUTH=required$/]],
    [
      { PUBLIC_URL: 'https://registry.example' },
      [/although PUBLIC_URL is https:\/\/registry\.example/, /TRUST_PROXY is 0/],
    ],
    [{ PUBLIC_URL: 'http://localhost:5173' }, []],
    [{ TRUST_PROXY: '1', AUTH: 'required', ...OIDC }, []],
    [{ READ: 'required' }, [/^READ is not a setting .* Did you mean READS\?$/]],
    [{ DATABSE_URL: 'x' }, [/mean DATABASE_URL\?/]],
    [{ redis_url: 'x' }, [/mean REDIS_URL\?/]],
    [{ SESSION_TTL: '60' }, [/mean SESSION_TTL_SECONDS\?/]],
    [{ DISCORD_CLIENT_ID: 'x' }, [/mean OAUTH_DISCORD_CLIENT_ID\?/]],
    [{ OIDC_SECRET: 'x' }, [/mean OIDC_CLIENT_SECRET\?/]],
    [{ OIDC_ISSUER_URL: 'https://a.example' }, [/mean OIDC_ISSUER\?/]],
    [{ TRUST_PROXY_HOPS: '1' }, [/mean TRUST_PROXY\?/]],
    [{ DATABASE_URL_FIEL: 'x' }, [/mean DATABASE_URL_FILE\?/]],
    [{ DATABASE_URL_UNPOOLED: 'postgres://other/db', DATABASE_URL: 'postgres://host/db' }, []],
    // Of other programs.
    [
      {
        HOME: '/',
        PATH: '/bin',
        POSTGRES_PASSWORD: 'x',
        HOSTNAME: 'x',
        TZ: 'UTC',
        REDIS_PORT: '1',
        METRICS_PORT_9090_TCP: 'x',
        PORT_RANGE: 'x',
        BASE_URL: '/',
        DATABASE_HOST: 'x',
        PGHOST: 'x',
        REDIS_HOST: 'x',
        SERVER_PORT: 'tcp://10.0.0.1:80',
        APP_KEY: 'x',
        API_KEY: 'x',
        POOL_SIZE: 'large',
        POSTGRES_SERVICE_HOST: '10.0.0.1',
        POSTGRES_PORT: 'tcp://10.0.0.1:5432',
        APP_ENV: 'x',
        CACHE_DIR: '/x',
        JAVA_HOME: '/x',
        DOMAIN: 'x.example',
      },
      [],
    ],
  ] as const)('for %o are %o', ([env, patterns]) => {
    const warnings = configWarnings(loadConfig(env), env)
    expect(warnings).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)))
  })

  test('in a file for the service, every name that nothing reads has a warning, whatever its value', () => {
    const env = {
      DATABASE_HOST: 'x',
      BASE_URL: '/',
      SMTP_HOST: 'x',
      SECRET: 'x',
      REDIS_URL_FILE: '',
      PORT: '1',
    }
    const ownNames = [
      ...Object.keys(env),
      'POSTGRES_PASSWORD',
      'NODE_OPTIONS',
      'HTTPS_PROXY',
      'PGSSLMODE',
      'TZ',
    ]
    const others = { POSTGRES_PASSWORD: 'x', NODE_OPTIONS: 'x', HTTPS_PROXY: 'x', PGSSLMODE: 'x', TZ: 'x' }
    expect(configWarnings(loadConfig(env), { ...env, ...others }, { ownNames })).toEqual([
      expect.stringMatching(
        '^DATABASE_HOST is not a setting and is ignored. Remove it, or look for its name in docs',
      ),
      expect.stringMatching('^BASE_URL is not a setting'),
      expect.stringMatching('^SMTP_HOST is not a setting'),
      expect.stringMatching('^SECRET is not a setting'),
    ])
  })

  test('the names in the files of Node’s option are read as Node reads them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-file-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, '.env')
    writeFileSync(file, '\ufeffFIRST=1\n# NOT=1\n export SECOND = 2\nDASH-ED=3\n')
    const missing = join(folder, 'missing')
    expect(namesInFiles([`--env-file=${file}`, '--env-file-if-exists', missing])).toEqual([
      ...['FIRST', 'SECOND', 'DASH-ED'],
    ])
  })
})
