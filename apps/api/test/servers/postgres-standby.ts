import { execFile } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { unprivileged } from '@timezone-registry/test-servers/unprivileged'
import pg from 'pg'

/** Starts a hot standby that streams from the primary. Needs `pg_basebackup` among the binaries. */
export function startTestStandby(
  primary: TestPostgres,
  { binaries, settings = [] }: { binaries: string; settings?: readonly string[] },
): Promise<TestPostgres> {
  return startTestPostgres({
    binaries,
    settings,
    fill: async (data) => {
      const given = ['-d', primary.url, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
      await promisify(execFile)(join(binaries, 'pg_basebackup'), given, unprivileged)
    },
  })
}

/** Makes a standby the primary; resolves when it accepts writes. */
export async function promote(standby: TestPostgres): Promise<void> {
  await runOn(standby.url, 'select pg_promote()')
  await waitUntil(async () => !(await isStandby(standby.url)), 'the standby to be promoted')
}

/** Lets a stopped server start as a standby of another one. */
export function followFromNowOn(server: TestPostgres, primary: TestPostgres): void {
  writeFileSync(join(server.data, 'standby.signal'), '')
  const { hostname, port } = new URL(primary.url)
  const connection = `host=${hostname} port=${port} user=postgres`
  appendFileSync(join(server.data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
}

async function isStandby(url: string): Promise<boolean> {
  return (await runOn(url, 'select pg_is_in_recovery() as yes'))[0]?.yes === true
}

async function runOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
