import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { execute } from './start-test-api.ts'

// Runs each `npx registry` line of the documents, in the order of its page.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SESSION = `insert into sessions (id_hash, provider, issuer, subject, user_id, username)
  values ('1', 'discord', 'y', '80351110224678912', '80351110224678912', 'nelly')`
const COMMANDS = new Map(
  globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
    .map((page) => [page, commandsOf(page)] as const)
    .filter(([, commands]) => commands.length > 0),
)
const directory = mkdtempSync(join(tmpdir(), 'handbook-'))
writeFileSync(join(directory, 'list.json'), '{"1":{"username":"nelly","timezone":"Europe/Kiev"}}')
afterAll(() => rmSync(directory, { recursive: true }))

test('the documents have commands of every kind', () => {
  const verbs = [...COMMANDS.values()].flat().map((command) => command.split(' ')[0])
  expect(new Set(verbs)).toEqual(
    new Set(['doctor', 'keys', 'sessions', 'import', 'export', 'backup', 'erase']),
  )
})

test.for([...COMMANDS.keys()])('the commands of %s work', async (page) => {
  const commands = COMMANDS.get(page) ?? []
  const DATABASE_URL = await createTestDatabase()
  const run = (command: string) => runCommand({ DATABASE_URL }, ...inPlace(command).trim().split(/\s+/))
  await run('migrate')
  await execute(DATABASE_URL, SESSION)
  if (!commands.some((command) => command.includes('create --name bot')))
    await run('keys create --name bot --scope records:write')
  for (const command of commands) {
    const { code, stderr } = await run(command)
    expect(code, `${command}\n${stderr}`).toBe(0)
  }
})

function commandsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^npx registry ([^#\n]+)/gm)].map(([, command = '']) => command)
}

/** The command with the files of this test. */
function inPlace(command: string): string {
  return command.replace(
    /(?:\/var\/backups\/)?(list[.]json|records[.]csv|registry[.]backup)/,
    (_, file: string) => join(directory, file),
  )
}
