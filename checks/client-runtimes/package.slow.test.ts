import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { compile } from './compile.ts'
import { type InstalledClient, installClient } from './install-client.ts'
import { type FakeService, startFakeService } from './start-fake-service.ts'

const PACKAGE = fileURLToPath(new URL('../../packages/client', import.meta.url))
const BIN = fileURLToPath(new URL('node_modules/.bin', import.meta.url))
const MAX_GZIPPED_BYTES = 6.5 * 1024
const EXPECTED = {
  ann: 'Europe/Kiev',
  same: 'Europe/Kiev',
  nobody: true,
  refused: 'RegistryError invalid_timezone',
  users: ['ann', 'bob'],
}

const require = createRequire(import.meta.url)
const run = promisify(execFile)
let service: FakeService
let installed: InstalledClient
let project: string

beforeAll(async () => {
  service = await startFakeService()
  installed = await installClient(PACKAGE)
  project = installed.project
  await cp(new URL('exercise.js', import.meta.url), join(project, 'exercise.mjs'))
  await writeFile(
    join(project, 'esm.mjs'),
    `import { createClient } from '@timezone-registry/client'
     import { exercise } from './exercise.mjs'
     console.log(await exercise(createClient, '${service.baseUrl}'))`,
  )
  await writeFile(
    join(project, 'cjs.cjs'),
    `const { createClient } = require('@timezone-registry/client')
     import('./exercise.mjs').then(async ({ exercise }) => console.log(await exercise(createClient, '${service.baseUrl}')))`,
  )
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await installed[Symbol.asyncDispose]()
})

test.for(['pack --dry-run', 'publish --dry-run', 'link', 'install', 'install --install-links'])(
  'npm %s, whose result could not be imported, is refused with what to use instead',
  async (command) => {
    const cwd = await mkdtemp(join(tmpdir(), 'npm-'))
    onTestFinished(() => rm(cwd, { recursive: true }))
    await mkdir(join(cwd, 'lib'))
    const env = { ...process.env, npm_config_prefix: cwd, npm_config_offline: 'true' }
    const npm = run('npm', [...command.split(' '), PACKAGE], { cwd, env })
    await expect(npm).rejects.toMatchObject({ stderr: expect.stringContaining('npx pnpm pack') })
  },
)

test('the example says on an older Node what it needs', async () => {
  const { scripts } = JSON.parse(
    await readFile(new URL('../../examples/discord-js/package.json', import.meta.url), 'utf8'),
  )
  const startOn = (node: string) =>
    run('sh', ['-c', scripts.prestart], { env: { PATH: `${join(dirOf(node), 'bin')}:${process.env.PATH}` } })
  await expect(startOn('node20')).rejects.toMatchObject({
    stderr: expect.stringMatching(/^This example needs Node 24.*\n$/),
  })
  await startOn('node')
})

describe.concurrent('the installed package works in', () => {
  test.for([
    ['Node 20', 'node20'],
    ['Node 22', 'node22'],
    ['Node 24', 'node24'],
    ['Node 26', 'node'],
  ])('%s, as ESM and CommonJS', async ([, name = '']) => {
    const node = join(dirOf(name), 'bin/node')
    expect(await output(node, ['esm.mjs'])).toEqual(EXPECTED)
    expect(await output(node, ['cjs.cjs'])).toEqual(EXPECTED)
  })

  test('Bun', async () => {
    expect(await output(join(BIN, 'bun'), ['esm.mjs'])).toEqual(EXPECTED)
  })

  test('Deno', async () => {
    const args = ['run', '--allow-net', '--allow-read', '--no-remote', '--node-modules-dir=manual', 'esm.mjs']
    expect(await output(join(BIN, 'deno'), args)).toEqual(EXPECTED)
  })

  test('Cloudflare Workers', async () => {
    const source = `import { createClient } from '@timezone-registry/client'
      import { exercise } from './exercise.mjs'
      export default { fetch: async () => new Response(await exercise(createClient, '${service.baseUrl}')) }`
    const script = await bundle(source)
    const workers = new Miniflare({ modules: true, script, compatibilityDate: '2024-09-23' })
    try {
      expect(await (await workers.dispatchFetch('http://localhost/')).json()).toEqual(EXPECTED)
    } finally {
      await workers.dispose()
    }
  })
})

test.concurrent('is at most 6.5 KB gzipped in a browser’s bundle', async () => {
  const script = await bundle(`export { createClient } from '@timezone-registry/client'`)
  expect(gzipSync(script, { level: 9 }).byteLength).toBeLessThanOrEqual(MAX_GZIPPED_BYTES)
})

test.concurrent('imports no other package, at run time or in its declarations', async () => {
  const dist = join(installed.folder, 'dist')
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(js|ts)$/.test(file))
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) {
    const source = await readFile(join(dist, file), 'utf8')
    expect(source, file).not.toMatch(/\bfrom ['"][^.]|\brequire\(|\bimport\(/)
  }
})

test.concurrent('is typed in plain projects, ESM and CommonJS', async () => {
  const use = `import { createClient, type FoundTimezone, RegistryError, type SearchOptions } from '@timezone-registry/client'
    const client = createClient({ baseUrl: 'https://timezones.example' })
    export const found: Promise<FoundTimezone | undefined> = client.get('1')
    client.search('ne', { limit: 5 } satisfies SearchOptions).then(() => client.time(['1'] as const))
    client.bulk([{ user_id: '1', delete: true }] as const)
    // @ts-expect-error: an id is a string
    client.get(1)
    export const isLimit = (error: RegistryError) => error.code === 'rate_limited'`
  for (const file of ['use.mts', 'use.cts']) await writeFile(join(project, file), use)
  await compile(project, ['use.mts', 'use.cts'])
})

test.concurrent('compiles the samples of its README', async () => {
  const readme = await readFile(join(installed.folder, 'README.md'), 'utf8')
  const samples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code)
  expect(samples.length).toBeGreaterThanOrEqual(3)
  const node = 'declare const process: { env: Record<string, string | undefined> }\n'
  await writeFile(join(project, 'readme.mts'), node + samples.join(''))
  await compile(project, ['readme.mts'])
})

test.concurrent('passes publint and arethetypeswrong', async () => {
  await run(join(BIN, 'publint'), ['--strict', installed.tarball], { cwd: PACKAGE })
  await run(join(BIN, 'attw'), [installed.tarball, '--no-definitely-typed'], { cwd: PACKAGE })
})

async function output(command: string, args: string[]): Promise<unknown> {
  const { stdout } = await run(command, args, { cwd: project, timeout: 60_000 })
  return JSON.parse(stdout)
}

async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

function dirOf(name: string): string {
  return join(require.resolve(`${name}/package.json`), '..')
}
