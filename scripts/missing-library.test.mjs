import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { describeMissingLibrary } from './missing-library.mjs'

const directory = mkdtempSync(join(tmpdir(), 'missing-library-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A program that ends as the dynamic loader does. */
function program(message, code) {
  const path = join(directory, 'node')
  writeFileSync(path, `#!/bin/sh\necho '${message}' >&2\nexit ${code}\n`)
  chmodSync(path, 0o755)
  return path
}

test('names the package of the library that Node lacks', () => {
  const glibc =
    'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory'
  assert.match(describeMissingLibrary(program(glibc, 127)), /apt-get install libatomic1/)
  const musl = 'Error loading shared library libatomic.so.1: No such file or directory (needed by node)'
  assert.match(describeMissingLibrary(program(musl, 127)), /apk add libatomic/)
  const other = 'node: error while loading shared libraries: libother.so.2: cannot open'
  assert.match(describeMissingLibrary(program(other, 127)), /no libother[.]so[.]2/)
})

test('says nothing about a Node that starts, or fails for another reason', () => {
  assert.equal(describeMissingLibrary(process.execPath), undefined)
  assert.equal(describeMissingLibrary(program('Illegal instruction', 132)), undefined)
  assert.equal(describeMissingLibrary(join(directory, 'absent')), undefined)
})
