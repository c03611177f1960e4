import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Runs a program in a copy of what the scripts need, in a folder of this name. */
function runInCopy(name, [program, ...args], env = process.env) {
  const parent = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  const folder = join(parent, name)
  try {
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/.installed'), 'run key')
    for (const path of ['scripts', 'package.json', 'package-lock.json', 'pnpm-lock.yaml'])
      cpSync(join(ROOT, path), join(folder, path), { recursive: true })
    const { status, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
    return { status, stderr, isInstalled: existsSync(join(folder, 'node_modules/.installed')) }
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

for (const command of ['install', 'ci'])
  test(`npm ${command} names the command that installs, which then installs again`, () => {
    const { status, stderr, isInstalled } = runInCopy('clone', ['npm', command, '--offline', '--no-audit'])
    assert.equal(status, 0)
    assert.match(stderr, /^Nothing was installed: "npm start" installs what it needs/m)
    assert.equal(isInstalled, false)
  })

test('a user without a home keeps what npm and pnpm download in node_modules', () => {
  const script = `import { run } from './scripts/run.mjs'
    await run('sh', ['-c', 'echo "$HOME" "$npm_config_cache" >&2'])`
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', npm_config_cache: '/nonexistent/.npm' }
  const { stderr } = runInCopy('clone', [process.execPath, '--input-type=module', '-e', script], env)
  assert.match(
    stderr,
    /^\/.*\/clone\/node_modules\/\.cache\/home \/.*\/clone\/node_modules\/\.cache\/home\/\.npm\n$/,
  )
})
