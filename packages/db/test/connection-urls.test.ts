import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { UNPRIVILEGED, unprivileged } from '@timezone-registry/test-servers/unprivileged'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from './open-test-database.ts'

// The forms of DATABASE_URL in docs/operations/storage.md.

const PAGE = readFileSync(new URL('../../../docs/operations/storage.md', import.meta.url), 'utf8')
const HAS_OPENSSL = spawnSync('openssl', ['version']).error === undefined
// npm's PostgreSQL may be built without TLS.
const { binaries = '', missing } = findPgDump()

describe.skipIf(missing !== undefined || !HAS_OPENSSL)('the server is reached', () => {
  const directory = mkdtempSync(join(tmpdir(), 'connection-'))
  const certificate = join(directory, 'server.crt')
  let postgres: TestPostgres
  beforeAll(async () => {
    createCertificate(directory)
    postgres = await startTestPostgres({
      binaries,
      settings: [
        `unix_socket_directories=${directory}`,
        'ssl=on',
        `ssl_cert_file=${certificate}`,
        `ssl_key_file=${join(directory, 'server.key')}`,
      ],
    })
  })
  afterAll(async () => {
    await postgres[Symbol.asyncDispose]()
    rmSync(directory, { recursive: true })
  })

  test('over a Unix socket', async () => {
    const [, form = ''] = /`(postgres:[^`]*\?host=\/[^`]*)`/.exec(PAGE) ?? []
    const { port } = new URL(postgres.url)
    const url = form
      .replace('registry@/registry', 'postgres@/postgres')
      .replace(/host=.*/, `host=${directory}&port=${port}`)
    const withoutHost = `postgresql:///postgres?host=${directory}&port=${port}&user=postgres`
    for (const form of [url, withoutHost])
      expect(await connectionOf(form)).toEqual({ isLocal: true, isEncrypted: false })
  })

  test('over TLS, if its certificate is from a trusted authority and has its name', async () => {
    const [, query = ''] = /`postgres:[^`]*\?(sslmode=verify-full&[^`]*)`/.exec(PAGE) ?? []
    const url = `${postgres.url}?${query.replace(/(?<=sslrootcert=).*/, certificate)}`
    expect(await connectionOf(url)).toEqual({ isLocal: false, isEncrypted: true })
    await expect(connectionOf(url.replace('127.0.0.1', 'localhost'))).rejects.toThrow(/does not match/)
  })

  test.for(['require', 'verify-ca', 'verify-full'])(
    'with sslmode=%s, only if its authority is trusted',
    async (mode) => {
      await expect(connectionOf(`${postgres.url}?sslmode=${mode}`)).rejects.toThrow(/self-signed certificate/)
    },
  )

  test('with sslmode=no-verify, whatever its certificate', async () => {
    const url = `${postgres.url}?sslmode=no-verify`
    expect(await connectionOf(url)).toEqual({ isLocal: false, isEncrypted: true })
  })
})

/** How the server sees a connection of the pool. */
async function connectionOf(url: string): Promise<Record<string, unknown>> {
  await using database = await openTestDatabase({ url })
  const { rows } = (await database.drizzle.execute(
    sql`select inet_client_addr() is null as "isLocal", ssl as "isEncrypted" from pg_stat_ssl where pid = pg_backend_pid()`,
  )) as unknown as { rows: Record<string, unknown>[] }
  return rows[0] ?? {}
}

/** Writes a certificate for 127.0.0.1, signed by itself, and its key to a folder that the server's user owns. */
function createCertificate(directory: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'server.key']
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-out', 'server.crt']
  execFileSync('openssl', ['req', '-x509', ...key, ...subject], { cwd: directory, stdio: 'ignore' })
  if (!('uid' in unprivileged)) return
  for (const path of [directory, ...readdirSync(directory).map((name) => join(directory, name))])
    chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
}
