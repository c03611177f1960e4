import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, test } from 'vitest'
import { pruneModules } from './prune-modules.mjs'

const modules = mkdtempSync(join(tmpdir(), 'modules-'))
afterAll(() => rmSync(modules, { recursive: true }))

const KEPT = [
  '.pnpm/express@5.0.0/node_modules/express/LICENSE.md',
  '.pnpm/express@5.0.0/node_modules/express/index.js',
  '.pnpm/express@5.0.0/node_modules/express/package.json',
  '.pnpm/swagger-ui-dist@5.0.0/node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  '.pnpm/swagger-ui-dist@5.0.0/node_modules/swagger-ui-dist/swagger-ui.css',
]
const PRUNED = [
  '.pnpm/@types+node@26.0.0/node_modules/@types/node/package.json',
  '.pnpm/express@5.0.0/node_modules/express/README.md',
  '.pnpm/express@5.0.0/node_modules/express/index.d.ts',
  '.pnpm/express@5.0.0/node_modules/express/index.js.map',
  '.pnpm/express@5.0.0/node_modules/express/src/index.ts',
  '.pnpm/swagger-ui-dist@5.0.0/node_modules/swagger-ui-dist/swagger-ui-es-bundle.js',
]

test('what Node reads and what licences require stays, and the rest is removed', () => {
  for (const path of [...KEPT, ...PRUNED]) {
    mkdirSync(dirname(join(modules, path)), { recursive: true })
    writeFileSync(join(modules, path), '')
  }
  // A link to its own folder: following it would not end.
  symlinkSync('.', join(modules, '.pnpm/express@5.0.0/node_modules/express/self'))
  pruneModules(modules)
  const files = globSync('.pnpm/**/*.*', { cwd: modules }).filter((path) =>
    /[.](js|css|md|ts|map|json)$/.test(path),
  )
  assert.deepEqual(files.toSorted(), KEPT)
})
