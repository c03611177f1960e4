import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const LOCK_FILE = createHash('sha256')
  .update(readFileSync(join(ROOT, 'pnpm-lock.yaml')))
  .digest('hex')

/** Runs a program in a copy of what the scripts need, installed to work on it, in a folder of this name. */
function runInCopy(name, [program, ...args], env = process.env) {
  const parent = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  const folder = join(parent, name)
  try {
    for (const tool of ['turbo', 'vitest']) {
      mkdirSync(join(folder, 'node_modules', tool), { recursive: true })
      writeFileSync(
        join(folder, 'node_modules', tool, 'package.json'),
        `{"name":"${tool}","version":"1.0.0"}`,
      )
    }
    const stamp = `work ${LOCK_FILE}-${process.platform}-${process.arch}`
    writeFileSync(join(folder, 'node_modules/.installed'), stamp)
    for (const path of ['scripts', 'package.json', 'package-lock.json', 'pnpm-lock.yaml'])
      cpSync(join(ROOT, path), join(folder, path), { recursive: true })
    const { status, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
    return { status, stderr }
  } finally {
    rmSync(parent, { recursive: true })
  }
}

for (const name of ['a#b', 'a?b'])
  test(`in a folder named ${name}, a script says what to do instead of failing in the build`, () => {
    const { status, stderr } = runInCopy(name, [process.execPath, 'scripts/bootstrap.mjs', 'prepare'])
    assert.equal(status, 1)
    assert.match(stderr, /^The path .* contains "#" or "\?"\. Rename that folder[^\n]*\n$/)
  })

test('a copy that npm made of the repository says what to do', () => {
  const command = ['sh', '-c', 'rm pnpm-lock.yaml && exec "$0" scripts/registry.mjs', process.execPath]
  const { status, stderr } = runInCopy('copy', command)
  assert.equal(status, 1)
  assert.match(stderr, /^There is no pnpm-lock\.yaml in .*\. Clone the repository[^\n]*\n$/)
})

for (const command of ['install', 'ci'])
  test(`npm ${command} names the command that installs`, () => {
    const { status, stderr } = runInCopy('clone', ['npm', command, '--offline', '--no-audit'])
    assert.equal(status, 0)
    assert.match(stderr, /^Nothing was installed: "npm start" installs what it needs/m)
  })

for (const [command, expected] of [
  ['true', ''],
  ['npm ci', 'Installing the packages'],
  ['npm install --ignore-scripts', 'Installing the packages'],
  ['npm audit fix', 'Installing the packages'],
  ['npm prune', 'Installing the packages'],
])
  test(`after ${command}, a script installs ${expected === '' ? 'nothing' : 'what npm removed'}`, () => {
    // Without npx, which would install.
    const script = `${command} --offline >&- 2>&- && PATH= "$0" --input-type=module --eval "import { install } from './scripts/install.mjs'; await install('work')"`
    const { stderr } = runInCopy('clone', ['sh', '-c', script, process.execPath])
    assert.equal(stderr.slice(0, expected.length || undefined), expected)
  })

test.for(['/nonexistent', '/dev/null'])(
  'a user whose home is %s keeps what npm and pnpm download in node_modules',
  (HOME) => {
    const script = `import { run } from './scripts/run.mjs'
    await run('sh', ['-c', 'echo "$HOME" "$npm_config_cache" >&2'])`
    const env = { PATH: process.env.PATH, HOME, npm_config_cache: `${HOME}/.npm` }
    const { stderr } = runInCopy('clone', [process.execPath, '--input-type=module', '-e', script], env)
    assert.match(
      stderr,
      /^\/.*\/clone\/node_modules\/\.cache\/home \/.*\/clone\/node_modules\/\.cache\/home\/\.npm\n$/,
    )
  },
)
