import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createCertificate } from './certificate.ts'
import { freeClusterPort, launchClusterNode, REDIS_CLI } from './redis-cluster.ts'

/** A cluster of one node that accepts only TLS; each of its keys can also be used as on a single server. */
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
  const port = await freeClusterPort()
  const tls = { 'tls-port': port, 'tls-cert-file': certificate, 'tls-key-file': key, 'tls-cluster': 'yes' }
  const trust = { 'tls-ca-cert-file': certificate, 'tls-auth-clients': 'no' }
  // A node that has met no other does not know its own address.
  opened.use(launchClusterNode({ port: 0, 'cluster-announce-ip': '127.0.0.1', ...tls, ...trust }))
  const connection = ['--tls', '--cacert', certificate, '-p', String(port)]
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
  command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await waitUntil(() => command('CLUSTER', 'INFO').includes('cluster_state:ok'), 'the cluster')
  const resources = opened.move()
  return {
    host: `127.0.0.1:${port}`,
    certificateFile: certificate,
    command,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
