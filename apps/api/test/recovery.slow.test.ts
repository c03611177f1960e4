import { execFile } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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
import { execute, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

// Runs the settings and the command of docs/operations/backup-and-upgrade.md.

const PAGE = readFileSync(new URL('../../../docs/operations/backup-and-upgrade.md', import.meta.url), 'utf8')
const DRILL = PAGE.slice(PAGE.indexOf('## Point-in-time recovery'))
const { binaries = '', missing } = findPgDump()

test.skipIf(missing !== undefined)(
  'a base backup and the archived log recover the moment before an accident',
  {
    timeout: 60_000,
  },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'recovery-'))
    await using cleanup = new AsyncDisposableStack()
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
    for (const path of [folder, join(folder, 'wal')]) own(path)
    const inFolder = (text: string) => text.replaceAll(/(?<!\/)\/backup/g, folder)
    const [archiving = '', recovery = ''] = blocks('ini').map(inFolder)

    const rules = join(folder, 'pg_hba.conf')
    writeFileSync(rules, `host all postgres samehost trust\n${backupRule()}\n`)
    const settings = [...settingsOf(archiving), `hba_file=${rules}`]
    await using source = await startTestPostgres({ binaries, settings })
    for (const statement of blocks('sql')) await execute(source.url, statement)
    await using before = await startTestApi({ DATABASE_URL: await createTestDatabase(source.url) })
    await save(before)
    const backup = inFolder(blocks('sh')[0] ?? '').replace('db.example:5432', new URL(source.url).host)
    await run(backup)
    await save(before)
    const records = (await before.client.listTimezones({})).body
    const target = await ask(source.url, 'select now()::text as answer')
    const cursor = await currentCursor(before, { changedBy: () => save(before) })
    await ask(
      before.databaseUrl,
      'with gone as (delete from timezones returning 1) select count(*) as answer from gone',
    )
    await archiveEverything(source.url)

    await using recovered = await startTestPostgres({
      binaries,
      fill: async (data) => {
        await run(`cp -a ${folder}/base-* ${data}`)
        const at = recovery.replace(/(?<=recovery_target_time = ')[^']+/, target)
        appendFileSync(join(data, 'postgresql.conf'), at)
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
    for (const query of queriesOfPage()) expect(await execute(after.databaseUrl, query)).toHaveLength(1)
    expect(await runCommand({ DATABASE_URL: after.databaseUrl }, 'doctor')).toMatchObject({ code: 0 })
    expect(await after.client.listChanges({ query: { since: cursor } })).toMatchObject({ status: 410 })
    await save(after)
  },
)

function blocks(language: string): string[] {
  return [...DRILL.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  )
}

/** The line for `pg_hba.conf`, with the address of this machine. */
function backupRule(): string {
  const [rule = ''] = /^host replication .*$/m.exec(DRILL) ?? []
  return rule.replace('192.0.2.10/32', '127.0.0.1/32')
}

/** The statements in its text: whether archiving works, and how many records there are. */
function queriesOfPage(): string[] {
  return [...PAGE.matchAll(/`(select [^`]+)`/g)].map(([, query = '']) => query)
}

/** `name = 'value'` as the server takes it on its command line. */
function settingsOf(block: string): string[] {
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/^(\w+) = '?(.*?)'?$/, '$1=$2'))
}

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

async function save(api: TestApi): Promise<void> {
  const { status } = await api.client.setTimezone({ body: { ...randomUser(), timezone: 'Europe/Berlin' } })
  expect(status).toBe(200)
}

/** A cursor after one more change. */
async function currentCursor(
  api: TestApi,
  { changedBy }: { changedBy: () => Promise<void> },
): Promise<string> {
  await changedBy()
  const answer = await api.client.listChanges({ query: {} })
  if (answer.status !== 200) throw new Error(`/changes answers ${answer.status}`)
  return answer.body.cursor
}
