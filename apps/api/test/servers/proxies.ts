import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { startListener } from '@timezone-registry/test-servers/listener'
import { createCertificate } from './certificate.ts'

const DEPLOY = new URL('../../../../deploy/', import.meta.url)

export type ProxyName = 'nginx' | 'caddy' | 'haproxy'

/** A proxy on loopback, with the sample in `deploy/`, stopped when it is disposed. */
export type TestProxy = AsyncDisposable & {
  /** Its `https://` address, with a self-signed certificate. */
  readonly url: string
}

type Setup = { directory: string; port: number; idleSeconds: number; backends: readonly string[] }

/** Why tests on this proxy cannot run here; undefined if they can. Throws if `REQUIRE_PROXIES=1`. */
export function proxyMissing(name: ProxyName): string | undefined {
  const missing = [name, 'openssl'].find((program) => spawnSync(program, ['version']).error !== undefined)
  if (missing === undefined) return undefined
  const reason = `there is no ${missing} on the PATH`
  failIfRequired('PROXIES', reason)
  return reason
}

/**
 * Starts a proxy in front of two instances (host and port). Only addresses, certificate and idle timeout of the sample
 * are replaced.
 */
export async function startTestProxy(
  name: ProxyName,
  { port, idleSeconds = 60, backends }: { port?: number; idleSeconds?: number; backends: readonly string[] },
): Promise<TestProxy> {
  const directory = mkdtempSync(join(tmpdir(), `test-${name}-`))
  const setup = { directory, port: port ?? (await freePort()), idleSeconds, backends }
  const { key, certificate } = createCertificate(directory)
  writeFileSync(
    join(directory, 'certificate.pem'),
    `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`,
  )
  const listener = await startListener(name, prepare[name](setup), setup)
  return { ...listener, url: `https://127.0.0.1:${setup.port}` }
}

const prepare: Record<ProxyName, (setup: Setup) => string[]> = {
  nginx: ({ directory, port, idleSeconds, backends }) => {
    const sample = replaceAll(readSample('nginx/timezone-registry.conf', backends), [
      [/listen 80;/, 'listen unix:redirect.socket;'],
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      [/ssl_certificate .*;/, 'ssl_certificate certificate.crt;'],
      [/ssl_certificate_key .*;/, 'ssl_certificate_key certificate.key;'],
      ['proxy_read_timeout 60s', `proxy_read_timeout ${idleSeconds}s`],
    ])
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (path) => `${path}_temp_path ${path};`,
    )
    const root = process.getuid?.() === 0 ? 'user root;' : ''
    const main = `${root} daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')} include sample.conf; }`
    writeFileSync(join(directory, 'sample.conf'), sample)
    writeFileSync(join(directory, 'nginx.conf'), main)
    return ['-p', directory, '-e', 'stderr', '-c', 'nginx.conf']
  },
  caddy: ({ directory, port, backends }) => {
    const sample = replaceAll(readSample('caddy/Caddyfile', backends), [
      [
        'timezones.example {',
        `https://timezones.example:${port} {\n\tbind 127.0.0.1\n\ttls certificate.crt certificate.key`,
      ],
    ])
    writeFileSync(
      join(directory, 'Caddyfile'),
      `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${sample}`,
    )
    return ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile']
  },
  haproxy: ({ directory, port, idleSeconds, backends }) => {
    const sample = replaceAll(readSample('haproxy/haproxy.cfg', backends), [
      ['bind :80', 'bind unix@redirect.socket'],
      [/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port} ssl crt certificate.pem`],
      ['timeout client 60s', `timeout client ${idleSeconds}s`],
      ['timeout server 60s', `timeout server ${idleSeconds}s`],
    ])
    writeFileSync(join(directory, 'haproxy.cfg'), sample)
    return ['-db', '-f', 'haproxy.cfg']
  },
}

function readSample(path: string, backends: readonly string[]): string {
  const [first = '', second = ''] = backends
  return replaceAll(readFileSync(new URL(path, DEPLOY), 'utf8'), [
    ['127.0.0.1:3001', first],
    ['127.0.0.1:3002', second],
  ])
}

/** Throws if the sample no longer contains what is to be replaced. */
function replaceAll(text: string, replacements: readonly (readonly [string | RegExp, string])[]): string {
  return replacements.reduce((before, [pattern, replacement]) => {
    const after = before.replace(pattern, replacement)
    if (after === before) throw new Error(`The sample does not contain ${pattern}`)
    return after
  }, text)
}
