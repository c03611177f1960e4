import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

for (const name of ['a#b', 'a?b'])
  test(`in a folder named ${name}, a script says what to do instead of failing in the build`, () => {
    const parent = mkdtempSync(join(tmpdir(), 'bootstrap-'))
    const folder = join(parent, name)
    try {
      mkdirSync(folder)
      for (const path of ['scripts', 'package.json', 'pnpm-lock.yaml'])
        cpSync(join(ROOT, path), join(folder, path), { recursive: true })
      const args = [join(folder, 'scripts/bootstrap.mjs'), 'prepare']
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      assert.equal(status, 1)
      assert.match(stderr, /^The path .* contains "#" or "\?"\. Rename that folder[^\n]*\n$/)
    } finally {
      rmSync(parent, { recursive: true })
    }
  })
