import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { describe, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { execute, startTestApi } from './start-test-api.ts'

// What the documents refer to exists, and the commands in them work.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGES = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: ROOT })

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

test('every `registry` command in the documents has these options', async () => {
  const commands = new Set(
    PAGES.flatMap((page) =>
      [...read(page).matchAll(/^npx registry ([^#\n]+)/gm)].map(([, args = '']) => args),
    ),
  )
  expect(commands.size).toBeGreaterThan(5)
  for (const command of commands) {
    const words = command.trim().split(/\s+/)
    const { code, stdout } = await runCommand({}, ...words.filter((word) => !word.startsWith('-')), '--help')
    expect(code, command).toBe(0)
    expect(stdout, command).toContain(`Usage: registry ${words[0]}`)
    for (const option of words.filter((word) => word.startsWith('--')))
      expect(stdout, command).toContain(option)
  }
})

describe('the SQL of the handbook', () => {
  test('creates a role and a database that suffice for the service', async () => {
    await using postgres = await startTestPostgres()
    const [setup = '', timeouts = ''] = blocksOf('postgresql', 'sql')
    for (const statement of statementsOf(setup)) await execute(postgres.url, statement)
    const url = new URL(postgres.url)
    Object.assign(url, { username: 'registry', pathname: '/registry' })
    await using api = await startTestApi({ DATABASE_URL: url.href })
    expect((await api.client.listTimezones({})).status).toBe(200)
    for (const statement of statementsOf(timeouts)) await execute(url.href, statement)
    const [find = ''] = statementsOf(blocksOf('incidents', 'sql')[0] ?? '')
    await execute(url.href, find)
  })
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
