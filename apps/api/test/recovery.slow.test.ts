import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { UNPRIVILEGED, unprivileged } from '@timezone-registry/test-servers/unprivileged'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { execute, startTestApi, type TestApi } from './start-test-api.ts'

const SETTINGS = (folder: string) => [
  'archive_mode=on',
  `archive_command=test ! -f ${folder}/wal/%f && cp %p ${folder}/wal/%f`,
  'archive_timeout=60',
  `hba_file=${folder}/pg_hba.conf`,
]
const RULES = `host all postgres samehost trust
host replication backup 127.0.0.1/32 scram-sha-256
`
const ROLE = `create role backup login replication password 'choose-one'`
const RECOVERY = (folder: string, target: string) => `
restore_command = 'cp ${folder}/wal/%f %p'
recovery_target_time = '${target}'
recovery_target_action = promote
`
const { binaries = '', missing } = findPgDump()

test.skipIf(missing !== undefined)(
  'a base backup and the archived log recover the moment before an accident',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'recovery-'))
    await using cleanup = new AsyncDisposableStack()
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
    for (const path of [folder, join(folder, 'wal')]) own(path)
    writeFileSync(join(folder, 'pg_hba.conf'), RULES)
    await using source = await startTestPostgres({ binaries, settings: SETTINGS(folder) })
    await execute(source.url, ROLE)
    await using before = await startTestApi({ DATABASE_URL: await createTestDatabase(source.url) })
    await before.save('Europe/Berlin')
    const server = `postgres://backup:choose-one@${new URL(source.url).host}/`
    await run(`pg_basebackup --dbname=${server} --pgdata=${folder}/base --checkpoint=fast`)
    await before.save('Europe/Berlin')
    const records = (await before.client.listTimezones({})).body
    const target = await ask(source.url, 'select now()::text as answer')
    const cursor = await currentCursor(before, { changedBy: () => before.save('Europe/Berlin') })
    await ask(
      before.databaseUrl,
      'with gone as (delete from timezones returning 1) select count(*) as answer from gone',
    )
    await archiveEverything(source.url)

    await using recovered = await startTestPostgres({
      binaries,
      fill: async (data) => {
        await run(`cp -a ${folder}/base ${data}`)
        appendFileSync(join(data, 'postgresql.conf'), RECOVERY(folder, target))
        writeFileSync(join(data, 'recovery.signal'), '')
      },
    })
    await waitUntil(
      async () => (await ask(recovered.url, 'select pg_is_in_recovery()::text as answer')) === 'false',
      'the server to be promoted',
    )
    const { pathname } = new URL(before.databaseUrl)
    await using after = await startTestApi({ DATABASE_URL: new URL(pathname, recovered.url).href })
    expect((await after.client.listTimezones({})).body).toEqual(records)
    expect(await runCommand({ DATABASE_URL: after.databaseUrl }, 'doctor')).toMatchObject({ code: 0 })
    expect(await after.client.listChanges({ query: { since: cursor } })).toMatchObject({ status: 410 })
    await after.save('Europe/Berlin')
  },
)

function own(path: string): void {
  mkdirSync(path, { recursive: true })
  if ('uid' in unprivileged) chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
}

async function run(command: string, env: Record<string, string> = {}): Promise<void> {
  const PATH = `${binaries}:${process.env.PATH}`
  await promisify(execFile)('sh', ['-ec', command], { ...unprivileged, cwd: tmpdir(), env: { PATH, ...env } })
}

async function ask(url: string, sql: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return String(rows[0]?.answer)
  } finally {
    await client.end()
  }
}

/** Resolves when the last segment that has been written is in the archive. */
async function archiveEverything(url: string): Promise<void> {
  const last = await ask(url, 'select pg_walfile_name(pg_switch_wal()) as answer')
  await waitUntil(
    async () =>
      (await ask(url, `select (last_archived_wal >= '${last}')::text as answer from pg_stat_archiver`)) ===
      'true',
    'the log to be archived',
  )
}

/** A cursor after one more change. */
async function currentCursor(
  api: TestApi,
  { changedBy }: { changedBy: () => Promise<unknown> },
): Promise<string> {
  await changedBy()
  const answer = await api.client.listChanges({ query: {} })
  if (answer.status !== 200) throw new Error(`/changes answers ${answer.status}`)
  return answer.body.cursor
}
