import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createCertificate } from './certificate.ts'

const REDIS_SERVER = 'redis-server'
const REDIS_CLI = 'redis-cli'

/** A Redis that accepts only TLS. */
export type TestTlsRedis = {
  readonly host: string
  /** The certificate that clients have to trust. */
  readonly certificateFile: string
  /** Runs a command as the default user, and returns its reply as text. */
  command(...words: string[]): string
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts it on loopback. Needs `redis-server`, `redis-cli` and `openssl` on the PATH. */
export async function startTestTlsRedis(): Promise<TestTlsRedis> {
  await using opened = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'test-redis-tls-'))
  opened.defer(() => rmSync(directory, { recursive: true, force: true }))
  const { key, certificate } = createCertificate(directory)
  const port = String(await freePort())
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate]
  const listening = ['--bind', '127.0.0.1', '--port', '0', '--tls-port', port, '--tls-auth-clients', 'no']
  const server = spawn(REDIS_SERVER, [...listening, ...files, '--save', '', '--dir', directory], {
    stdio: 'ignore',
  })
  opened.defer(() => void server.kill('SIGKILL'))
  const connection = ['--tls', '--cacert', certificate, '-p', port]
  const command = (...words: string[]) =>
    execFileSync(REDIS_CLI, [...connection, ...words], { encoding: 'utf8', stdio: 'pipe' }).trim()
  const answers = () => {
    try {
      return command('PING') === 'PONG'
    } catch {
      return false
    }
  }
  await waitUntil(answers, 'Redis to answer over TLS')
  const resources = opened.move()
  return {
    host: `127.0.0.1:${port}`,
    certificateFile: certificate,
    command,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
