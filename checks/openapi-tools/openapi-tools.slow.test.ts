import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import createFetchClient from 'openapi-fetch'
import { afterAll, expect } from 'vitest'
import { test } from '../../apps/api/test/api-test.ts'
import { rawFetch } from '../../apps/api/test/raw-request.ts'
import { startTestApi } from '../../apps/api/test/start-test-api.ts'
import { hasGo } from './find-go.ts'
import { findPython } from './find-python.ts'

// Common OpenAPI tools: validators, linters, and generators whose clients then call the service.

const BIN = fileURLToPath(new URL('node_modules/.bin', import.meta.url))
const TSC = fileURLToPath(new URL('node_modules/typescript7/bin/tsc', import.meta.url))
const run = promisify(execFile)
const python = findPython('openapi_python_client')
const SOURCES = fileURLToPath(new URL('./generated-clients', import.meta.url))
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
// Without optimisations and debug information, Go compiles in two thirds of the time.
const GO_RUN = ['run', '-gcflags=all=-N -l -dwarf=false', '-ldflags=-w']
const GO_MODULES = ['github.com/oapi-codegen/runtime@v1.8.0']

let folder: string
test.beforeAll(async ({ api }) => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  await writeFile(join(folder, 'openapi.json'), (await rawFetch(`${api.baseUrl}/openapi.json`)).body)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

test('/openapi.json is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(join(folder, 'openapi.json'))
  expect(result).toMatchObject({ valid: true })
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
  await run(join(BIN, 'openapi-typescript'), ['openapi.json', '-o', 'openapi.ts'], { cwd: folder })
  await writeFile(join(folder, 'use.ts'), USE_GENERATED_TYPES)
  const options = ['--noEmit', '--strict', '--types', '']
  await run(process.execPath, [TSC, ...options, 'use.ts', 'openapi.ts'], { cwd: folder })
  const client = createFetchClient<GeneratedPaths>({ baseUrl: `${api.baseUrl}/v1` })
  const body = { user_id: 'generated', username: 'x', timezone: 'europe/kiev' }
  expect((await client.POST('/set', { body })).data).toMatchObject({ canonical: 'Europe/Kyiv' })
  const { error } = await client.GET('/get', { params: { query: { id: 'nobody' } } })
  expect(error).toMatchObject({ code: 'not_found' })
})

test('openapi-python-client generates a client that works with the service', async ({ skip }) => {
  if (python === undefined) return skip('Python has no openapi_python_client')
  await using api = await startTestApi()
  await generatePython(python)
  const { stdout } = await run(python, ['main.py', `${api.baseUrl}/v1`], { cwd: folder })
  expect(stdout.trim()).toBe('Europe/Kyiv not_found generated generated')
})

// Go compiles the generator and the client, which takes half a minute if nothing is cached.
test('oapi-codegen generates a client that compiles, and that works with the service', async ({ skip }) => {
  if (!hasGo()) return skip('go is not installed')
  await using api = await startTestApi()
  await generateGo()
  const { stdout } = await run('go', [...GO_RUN, '.', `${api.baseUrl}/v1`], { cwd: join(folder, 'go') })
  expect(stdout.trim()).toBe('Europe/Kyiv not_found Europe/Kiev generated')
})

async function generatePython(python: string): Promise<void> {
  const output = ['--meta', 'none', '--output-path', join(folder, 'generated')]
  // It formats what it wrote with ruff, which is installed beside Python.
  const env = { ...process.env, PATH: `${dirname(python)}:${process.env.PATH}` }
  const args = ['-m', 'openapi_python_client', 'generate', ...output, '--path', 'openapi.json']
  await run(python, args, { cwd: folder, env })
  await copyFile(join(SOURCES, 'main.py'), join(folder, 'main.py'))
}

async function generateGo(): Promise<void> {
  const cwd = join(folder, 'go')
  await mkdir(join(cwd, 'registry'), { recursive: true })
  await copyFile(join(SOURCES, 'main.go'), join(cwd, 'main.go'))
  await writeFile(join(cwd, 'go.mod'), 'module example\n\ngo 1.25\n')
  const options = ['-generate', 'types,client', '-package', 'registry', '-o', 'registry/client.go']
  await run('go', [...GO_RUN, OAPI_CODEGEN, ...options, join(folder, 'openapi.json')], { cwd })
  await run('go', ['get', ...GO_MODULES], { cwd })
}

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
