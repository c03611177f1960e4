import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createCompressedFiles } from './docs-routes.ts'

test('a file that could not be read once is read again, and then kept', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'compressed-'))
  const compress = createCompressedFiles(directory)
  await expect(compress('page.js')).rejects.toThrow('ENOENT')
  writeFileSync(join(directory, 'page.js'), 'export {}')
  expect(gunzipSync(await compress('page.js')).toString()).toBe('export {}')
  rmSync(directory, { recursive: true })
  expect(gunzipSync(await compress('page.js')).toString()).toBe('export {}')
})
