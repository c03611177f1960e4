import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, test } from 'vitest'
import { ROOT } from './run.mjs'

const clone = mkdtempSync(join(tmpdir(), 'clone-'))
const INSTALLED = ['pnpm-lock.yaml', 'node_modules/.pnpm/lock.yaml', 'apps/web/dist/index.html']

cpSync(join(ROOT, 'scripts'), join(clone, 'scripts'), { recursive: true })
afterAll(() => {
  chmodSync(clone, 0o700)
  rmSync(clone, { recursive: true })
})

test("`npm start` in another user's clone says what to do", () => {
  const { status, stderr } = startAsAnotherUser()
  assert.equal(status, 1)
  assert.match(stderr, /cannot write to .*\nRun `npm start` once as the owner .*\n {2}sudo chown -R \d+ /)
})

test('and starts the service if the clone is built', () => {
  for (const path of INSTALLED) write(path, '')
  write('node_modules/node/bin/node', '#!/bin/sh\necho "$@" "$NODE_COMPILE_CACHE"\n')
  const { stdout, stderr } = startAsAnotherUser()
  assert.equal(stderr, '')
  assert.equal(stdout, `apps/api/src/main.ts ${join(clone, 'node_modules/.cache/compiled')}\n`)
})

test('and names an `.env` that this user may not read', () => {
  write('.env', 'PORT=1')
  chmodSync(join(clone, '.env'), 0o200)
  const { status, stdout, stderr } = startAsAnotherUser()
  assert.deepEqual({ status, stdout }, { status: 78, stdout: '' })
  assert.match(stderr, /cannot read .*\.env\./)
})

function startAsAnotherUser() {
  chmodSync(clone, 0o555)
  const isRoot = process.getuid() === 0
  const user = isRoot ? { uid: 65534, gid: 65534 } : {}
  const script = join(clone, 'scripts/bootstrap.mjs')
  // With the command of the path, because another user may not read this one's directories.
  return spawnSync('node', [script, 'start'], { encoding: 'utf8', ...user })
}

function write(path, text) {
  chmodSync(clone, 0o755)
  mkdirSync(dirname(join(clone, path)), { recursive: true })
  writeFileSync(join(clone, path), text, { mode: 0o755 })
}
