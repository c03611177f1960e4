import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toPathId } from '@timezone-registry/contract'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { startListener } from '@timezone-registry/test-servers/listener'
import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { pathsOf } from './person-paths.ts'
import { rawFetch } from './raw-request.ts'

type Ports = { port: number; backend: number; directory: string }

const MODULES = '/usr/lib/apache2/modules'
const NGINX_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
  (path) => `${path}_temp_path ${path};`,
)

// As people have them, and each in a way that decodes the path or removes dot segments.
const PROXIES: Record<string, { program: string; args: string[]; config: (ports: Ports) => string }> = {
  nginx: {
    program: 'nginx',
    args: ['-e', 'stderr', '-p', '.', '-c', 'config'],
    config: ({ port, backend }) =>
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid nginx.pid; events {} http { access_log off; ${NGINX_PATHS.join(' ')}
upstream svc { server 127.0.0.1:${backend}; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://svc/; proxy_set_header Host $host; } } }`,
  },
  Apache: {
    program: 'apache2',
    args: ['-X', '-f', 'config', '-d', '.'],
    config: ({ port, backend, directory }) =>
      `ServerRoot ${directory}
ServerName localhost
PidFile apache.pid
ErrorLog error.log
${['mpm_event', 'authz_core', 'proxy', 'proxy_http'].map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
Listen 127.0.0.1:${port}
ProxyPass / http://127.0.0.1:${backend}/
`,
  },
  HAProxy: {
    program: 'haproxy',
    args: ['-db', '-f', 'config'],
    config: ({ port, backend }) => `
global
  expose-experimental-directives
defaults
  mode http
  timeout connect 60s
  timeout client 60s
  timeout server 60s
frontend web
  bind 127.0.0.1:${port}
  http-request set-path %[path,url_dec]
  http-request normalize-uri path-strip-dot
  http-request normalize-uri path-strip-dotdot full
  http-request normalize-uri path-merge-slashes
  default_backend svc
backend svc
  server one 127.0.0.1:${backend}
`,
  },
  Caddy: {
    program: 'caddy',
    args: ['run', '--config', 'config', '--adapter', 'caddyfile'],
    config: ({ port, backend }) => `{
  admin off
  auto_https off
}
http://:${port} {
  rewrite * {http.request.uri.path}
  reverse_proxy 127.0.0.1:${backend}
}
`,
  },
}
const FOUND = Object.keys(PROXIES).filter(
  (name) => spawnSync(PROXIES[name]?.program ?? '', ['-v']).error === undefined,
)

describe.skipIf(FOUND.length === 0)('the links of a person show that person', () => {
  test.for(FOUND)('behind %s', async (name, { api }) => {
    await using proxy = await startProxy(name, Number(new URL(api.baseUrl).port))
    const ids = [
      '1',
      '1/',
      '.',
      '..',
      'a//b',
      '../1',
      '1%2F',
      'a\\1',
      '1?',
      'auth0|1',
      '1#',
      '@1:x.example',
      '1;',
    ]
    ids.push('Nelly Ü')
    for (const id of ids)
      await api.client.setTimezone({ body: { user_id: id, username: `name of ${id}!`, timezone: 'UTC' } })
    for (const id of ids) {
      const [page, card, badge, embed] = await Promise.all(
        pathsOf(toPathId(id)).map((path) => rawFetch(proxy.url + path, { headers: { host: 'localhost' } })),
      )
      expect([id, page?.status, card?.status], page?.body).toEqual([id, 200, 200])
      for (const shown of [page, badge, embed]) expect(shown?.body).toContain(`name of ${id}!`)
      const user = await rawFetch(`${proxy.url}/api/user/${toPathId(id)}`, { headers: { host: 'localhost' } })
      expect(JSON.parse(user.body)).toMatchObject({ userId: id })
    }
  })
})

async function startProxy(name: string, backend: number) {
  const { program, args, config } = PROXIES[name] ?? { program: '', args: [], config: () => '' }
  const [directory, port] = [mkdtempSync(join(tmpdir(), `test-${name}-`)), await freePort()]
  writeFileSync(join(directory, 'config'), config({ port, backend, directory }))
  const inDirectory = args.map((argument) =>
    argument.replace(/^(?:config|\.)$/, (path) => join(directory, path)),
  )
  const listener = await startListener(program, inDirectory, { directory, port })
  return { ...listener, url: `http://127.0.0.1:${port}` }
}
