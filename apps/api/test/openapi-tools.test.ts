import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import createFetchClient from 'openapi-fetch'
import { afterAll, expect } from 'vitest'
import { test } from './api-test.ts'
import { findPython } from './find-python.ts'
import { rawFetch } from './raw-request.ts'

// The tools that people run on the document: linters, and generators whose clients then call the service.

const BIN = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))
const require = createRequire(import.meta.url)
const GENERATOR = join(
  require.resolve('@timezone-registry/openapi-generator/package.json'),
  '../node_modules/.bin',
)
const run = promisify(execFile)
const generator = findPython('openapi_python_client')

let folder: string
test.beforeAll(async ({ api }) => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  await writeFile(join(folder, 'openapi.json'), (await rawFetch(`${api.baseUrl}/openapi.json`)).body)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

test('redocly finds no error', async () => {
  // A login has no 2xx answer: it always redirects.
  const args = ['lint', 'openapi.json', '--skip-rule', 'operation-2xx-response', '--max-problems', '20']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await run(join(BIN, 'redocly'), args, { cwd: folder, env })
})

test('spectral finds no error', async () => {
  await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  await run(join(BIN, 'spectral'), ['lint', '--fail-severity', 'warn', 'openapi.json'], { cwd: folder })
})

test('openapi-typescript generates types that compile, and openapi-fetch works with the service', async ({
  api,
}) => {
  await run(join(GENERATOR, 'openapi-typescript'), ['openapi.json', '-o', 'openapi.ts'], { cwd: folder })
  await writeFile(join(folder, 'use.ts'), USE_GENERATED_TYPES)
  await run(join(BIN, 'tsc'), ['--noEmit', '--strict', '--types', '', 'use.ts', 'openapi.ts'], {
    cwd: folder,
  })
  const client = createFetchClient<GeneratedPaths>({ baseUrl: `${api.baseUrl}/v1` })
  const body = { user_id: 'generated', username: 'x', timezone: 'europe/kiev' }
  expect((await client.POST('/set', { body })).data).toMatchObject({ canonical: 'Europe/Kyiv' })
  const { error } = await client.GET('/get', { params: { query: { id: 'nobody' } } })
  expect(error).toMatchObject({ code: 'not_found' })
})

test.skipIf(generator === undefined)(
  'openapi-python-client generates a client that works',
  async ({ api }) => {
    const output = join(folder, 'generated')
    const args = ['-m', 'openapi_python_client', 'generate', '--meta', 'none', '--output-path', output]
    await run(generator ?? '', [...args, '--path', join(folder, 'openapi.json')], { cwd: folder })
    await writeFile(join(folder, 'use.py'), USE_PYTHON_CLIENT)
    const { stdout } = await run(generator ?? '', ['use.py', `${api.baseUrl}/v1`], { cwd: folder })
    expect(stdout.trim()).toBe('Europe/Kyiv not_found generated')
  },
)

/** The part of the generated `paths` that the test calls; `use.ts` checks that they have this shape. */
type GeneratedPaths = {
  '/set': {
    post: {
      requestBody: {
        content: { 'application/json': { timezone: string; user_id?: string; username?: string } }
      }
      responses: {
        200: { headers: object; content: { 'application/json': { canonical: string } } }
      }
    }
  }
  '/get': {
    get: {
      parameters: { query: { id: string } }
      responses: {
        200: { headers: object; content: { 'application/json': { timezone: string } } }
        404: { headers: object; content: { 'application/problem+json': { code: string } } }
      }
    }
  }
}

const USE_GENERATED_TYPES = `import type { components, operations } from './openapi'
export const zone = (record: components['schemas']['TimezoneRecord']): string => record.timezone
export const id = (query: operations['getTimezone']['parameters']['query']): string => query.id
export const body: components['schemas']['SetTimezone'] = { timezone: 'UTC' }
`

const USE_PYTHON_CLIENT = `import sys
from generated import Client
from generated.api.records import get_timezone, lookup_timezones, set_timezone
from generated.models import SetTimezone

with Client(base_url=sys.argv[1]) as client:
    saved = set_timezone.sync(client=client, body=SetTimezone(timezone="europe/kiev", user_id="generated", username="x"))
    missing = get_timezone.sync(client=client, id="nobody")
    found = lookup_timezones.sync(client=client, ids="generated,nobody")
    print(saved.canonical, missing.code, *found.users.additional_properties)
`
