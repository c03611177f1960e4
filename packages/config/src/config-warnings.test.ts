import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { configWarnings } from './config-warnings.ts'

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
    [{ OIDC_ISSUER_URL: 'x' }, [/mean OIDC_ISSUER\?/]],
    [{ TRUST_PROXY_HOPS: '1' }, [/mean TRUST_PROXY\?/]],
    [{ DATABASE_URL_FIEL: 'x' }, [/mean DATABASE_URL_FILE\?/]],
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
      },
      [],
    ],
  ] as const)('for %o are %o', ([env, patterns]) => {
    const warnings = configWarnings(loadConfig(env), env)
    expect(warnings).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)))
  })
})
