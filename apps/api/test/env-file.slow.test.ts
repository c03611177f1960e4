import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '@timezone-registry/test-servers/compile-cache'
import { afterAll, expect, test } from 'vitest'

const REGISTRY = fileURLToPath(new URL('../src/cli/registry.ts', import.meta.url))
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const TEXT = 'DATABASE_URL=mysql://host/db\nAUTH=open\n'
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

const directory = mkdtempSync(join(tmpdir(), 'env-file-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Starts a program with a settings file that has an invalid DATABASE_URL, so that it ends with what it read. */
function start(program: string[], bytes: string | Buffer) {
  const file = join(directory, '.env')
  writeFileSync(file, bytes)
  const { PATH } = process.env
  const options = {
    cwd: directory,
    env: { PATH, NODE_COMPILE_CACHE: COMPILE_CACHE },
    encoding: 'utf8',
    timeout: 30_000,
  } as const
  return spawnSync(process.execPath, [`--env-file=${file}`, ...program], options)
}

test.for([[[MAIN]], [[REGISTRY, 'migrate']]])(
  'a byte-order mark does not hide a setting from %j',
  ([program = []]) => {
    const { status, stderr } = start(program, `\ufeff${TEXT}`)
    expect({ status, stderr }).toEqual({
      status: 78,
      stderr: expect.stringContaining('DATABASE_URL must be a URL'),
    })
  },
)

test('a value that Node cuts at "#" is refused, and shown to nobody', () => {
  const text = `# a comment#\nHOST=127.0.0.1 # and another\nADMINS="oidc:a#b"\nDATABASE_URL=postgres://user:12#34@host/db\n`
  for (const program of [[MAIN], [REGISTRY, 'migrate']]) {
    const { status, stderr } = start(program, text)
    expect(status).toBe(78)
    expect(stderr).toMatch(/^The configuration has a problem:\n {2}DATABASE_URL in .*\.env is cut at "#"/)
    expect(stderr).not.toMatch(/12|34/)
  }
})

test.for([
  ['UTF-16 with a mark', utf16(`\ufeff${TEXT}`)],
  ['UTF-16 without one', utf16(TEXT)],
  ['Latin-1', Buffer.from(`# J\xfcrgen\n${TEXT}`, 'latin1')],
] as const)('a settings file in %s is refused by name', ([, bytes]) => {
  const { status, stderr } = start([MAIN], bytes)
  expect({ status, stderr }).toEqual({
    status: 78,
    stderr: expect.stringContaining('.env is not in UTF-8'),
  })
})
