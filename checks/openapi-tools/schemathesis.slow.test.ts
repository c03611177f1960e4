import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { contract } from '@timezone-registry/contract'
import { afterAll, expect } from 'vitest'
import { test as base, SESSION_COOKIE, signIn } from '../../apps/api/test/login-setup.ts'
import { createTestKey, execute } from '../../apps/api/test/start-test-api.ts'
import { findPython } from './find-python.ts'

const DIRECTORY = fileURLToPath(new URL('./schemathesis', import.meta.url))
const python = findPython('schemathesis')
// The same data each time; FUZZ_SEED tries other data.
const SEED = process.env.FUZZ_SEED ?? '1'
// Random requests to each operation, besides a thousand that probe the bounds of all schemas.
const EXAMPLES = process.env.FUZZ_EXAMPLES ?? '10'

const ADMIN = '424242'
// What valid bodies have saved; the hooks and this test name their own keys so, and set the admin's record.
const SAVED = `select (select count(*) from timezones where user_id <> '${ADMIN}')::int as records,
  (select count(*) from api_keys where name not in ('spare', 'test'))::int as keys`

const test = base.extend<{ env: Record<string, string> }>({
  env: [
    async ({ discord }, use) => use({ AUTH: 'required', ADMINS: `discord:${ADMIN}`, ...discord.env }),
    { scope: 'file' },
  ],
})

// It writes notes of a run to its working directory.
const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'))
afterAll(() => rm(folder, { recursive: true }))

test('Schemathesis finds nothing wrong, with valid and invalid data', async ({ api, discord, skip }) => {
  if (python === undefined) return skip('Python has no schemathesis')
  discord.user = { id: ADMIN, username: 'nelly' }
  const { key } = await createTestKey(api, { scopes: ['admin'] })
  const session = (await signIn(api)).cookies.get(SESSION_COOKIE)
  const url = `${api.baseUrl}/v1`
  const args = [
    '-m',
    'schemathesis.cli',
    '--config-file',
    `${DIRECTORY}/schemathesis.toml`,
    '--no-color',
    'run',
  ]
  const env = {
    ...process.env,
    HOOKS: `${DIRECTORY}/hooks.py`,
    REGISTRY_URL: url,
    API_KEY: key,
    SESSION: session,
  }
  const options = [
    '--url',
    url,
    '--checks',
    'all',
    '--seed',
    SEED,
    '--max-examples',
    EXAMPLES,
    `${api.baseUrl}/openapi.json`,
  ]
  const run = promisify(execFile)(python, [...args, ...options], { cwd: folder, env })
  // It exits with 1 if a check fails, and its report names the check.
  const report = await run.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => expect.fail(`${stdout}${stderr}`),
  )
  expect(report).toContain(`Tested: ${Object.keys(contract).length}\n`)
  // Sent without the session, which it would end.
  const refused = /401 Unauthorized \(\d+ operations?\):\n((?: +- .+\n)+)/.exec(report)?.[1] ?? ''
  expect(refused.trim().split(/\s*\n\s*/)).toEqual(['- POST /me/erase'])
  // Its hooks drop some of the bodies, and must not drop all that are valid.
  const [saved] = await execute(api.databaseUrl, SAVED)
  expect(saved?.records).toBeGreaterThan(0)
  expect(saved?.keys).toBeGreaterThan(0)
})
