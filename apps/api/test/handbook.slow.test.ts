import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@timezone-registry/config'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { execute, startTestApi } from './start-test-api.ts'

// What the documents refer to exists, and the SQL in them works.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGES = globSync(
  ['*.md', 'docs/**/*.md', 'bench/*.md', 'torture/**/*.md', 'examples/*.md', 'packages/*/*.md'],
  { cwd: ROOT },
)

test('every link between documents has a target', () => {
  const links = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path = '', anchor]) => ({
      page,
      target: path === '' ? page : join(dirname(page), path),
      anchor,
    })),
  )
  expect(links.length).toBeGreaterThan(50)
  const broken = links.filter(
    ({ target, anchor }) =>
      !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
  )
  expect(broken).toEqual([])
})

test('a figure that links to a result of the benchmarks is in it', () => {
  const figures = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\[([^\]]*\d[^\]]*)\]\([^)#]*(bench\/results\.md)(?:#([\w-]+))?\)/g)].flatMap(
      ([, text = '', file = '', anchor]) =>
        (text.match(/\d+(?:\.\d+)?/g) ?? []).map((figure) => ({ page, figure, file, anchor })),
    ),
  )
  expect(figures.length).toBeGreaterThan(5)
  const wrong = figures.filter(({ figure, file, anchor }) => {
    const section = read(file).split(`\n## ${anchor}\n`).at(-1)?.split('\n## ')[0] ?? ''
    return !new RegExp(`(?<![\\d.])${figure}(?![\\d.])`).test(section)
  })
  expect(wrong).toEqual([])
})

describe('the SQL of the handbook', () => {
  test('creates a role and a database that suffice for the service', async () => {
    await using postgres = await startTestPostgres()
    const [setup = '', timeouts = ''] = blocksOf('storage', 'sql')
    for (const statement of statementsOf(setup)) await execute(postgres.url, statement)
    const url = new URL(postgres.url)
    Object.assign(url, { username: 'registry', pathname: '/registry' })
    await using api = await startTestApi({ DATABASE_URL: url.href })
    expect((await api.client.listTimezones({})).status).toBe(200)
    for (const statement of statementsOf(timeouts)) await execute(url.href, statement)
    const set = 'select unnest(setconfig) as setting from pg_db_role_setting order by 1'
    expect((await execute(url.href, set)).map(({ setting }) => setting)).toEqual([
      'lock_timeout=1s',
      'statement_timeout=2s',
    ])
  })

  test('finds the transaction that holds back the feed, and ends it', async () => {
    await using api = await startTestApi()
    const [find = '', end = ''] = statementsOf(blocksOf('incidents', 'sql')[0] ?? '')
    const writer = new pg.Client({ connectionString: api.databaseUrl, application_name: 'stuck' })
    const ended = once(writer, 'error')
    // The end of the connection is a second error.
    writer.on('error', () => {})
    await writer.connect()
    await writer.query('begin; select pg_current_xact_id()')
    const found = (await api.execute(find)).filter((row) => row.application_name === 'stuck')
    expect(found).toMatchObject([{ state: 'idle in transaction', pid: expect.any(Number) }])
    await api.execute(end.replace('12345', String(found[0]?.pid)))
    expect(String(await ended)).toContain('administrator command')
  })

  test('answers a request for access', async () => {
    await using api = await startTestApi()
    const user = { user_id: '80351110224678912', username: 'nelly' }
    await api.save('UTC', user)
    const [records = '', sessions = '', deleted = ''] = statementsOf(blocksOf('../privacy', 'sql')[0] ?? '')
    expect(await api.execute(records)).toMatchObject([user])
    expect(await api.execute(sessions)).toEqual([])
    await api.client.deleteTimezone({ query: { user_id: user.user_id } })
    expect(await api.execute(deleted)).toEqual([{ at: expect.any(Date) }])
  })
})

test('the compose file has the services of the handbook, and valid settings', () => {
  const [, services = ''] = /^services:\n([\s\S]*?)^\S/m.exec(read('compose.yaml')) ?? []
  const names = [...services.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name)
  const commands = PAGES.flatMap((page) => [
    ...read(page).matchAll(/docker compose (?:run --rm|exec) (\w+) (?:registry )?(\w+)/g),
  ])
  expect(commands.length).toBeGreaterThan(1)
  expect(commands.filter(([, service]) => !names.includes(service))).toEqual([])

  const [, environment = ''] = /environment:\n((?: {6}.*\n)+)/.exec(services) ?? []
  const settings = Object.fromEntries(
    [...environment.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const { database, redis } = loadConfig(settings)
  expect(names).toContain(new URL(database.url ?? '').hostname)
  expect(names).toContain(new URL(settings.REDIS_URL ?? '').hostname)
  expect(redis).toBeDefined()
})

function statementsOf(block: string): string[] {
  return block
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}

function blocksOf(page: string, language: string): string[] {
  const text = read(`docs/operations/${page}.md`)
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  )
}

/** As GitHub forms them. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}
