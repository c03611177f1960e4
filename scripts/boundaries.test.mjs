// Plants imports in an empty copy of the tree and checks which of them the boundaries refuse.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const API = 'apps/api/src'
const REFUSED = [
  ['packages/contract/src/contract.ts', 'packages/db/src/schema/record-tables.ts'],
  ['packages/db/src/database.ts', 'packages/config/src/config.ts'],
  ['apps/web/src/record/use-record.ts', `${API}/records/timezone-registry.ts`],
  ['apps/web/src/record/record-page.ts', 'apps/web/src/people/people-page.ts'],
  [`${API}/records/timezone-routes.ts`, `${API}/changes/change-feed.ts`],
  [`${API}/records/timezone-cache.ts`, 'packages/db/src/schema/record-tables.ts'],
  [`${API}/records/timezone-registry.ts`, 'node_modules/express/index.js'],
  [`${API}/access/sessions/sessions.ts`, 'node_modules/drizzle-orm/index.js'],
  [`${API}/access/sessions/session-cache.ts`, 'node_modules/ioredis/index.js'],
  [`${API}/http/body.ts`, `${API}/access/authenticate.ts`],
  [`${API}/main.ts`, 'packages/test-servers/src/postgres.ts'],
  [`${API}/no-such-feature/one.ts`, `${API}/errors.ts`],
  [`${API}/no-such-file.ts`, 'node:fs'],
  ['bench/run.ts', `${API}/app.ts`],
  ['torture/main.ts', 'packages/db/src/database.ts'],
  ['scripts/build.mjs', 'packages/config/src/config.ts'],
  ['no-such-folder/one.ts', 'node:fs'],
]
const ALLOWED = [
  [`${API}/records/timezone-store.ts`, 'packages/db/src/schema/record-tables.ts'],
  [`${API}/redis/redis-pool.ts`, 'node_modules/ioredis/index.js'],
  [`${API}/changes/change-routes.ts`, `${API}/http/endpoints.ts`],
  ['apps/web/src/api.ts', 'packages/contract/src/index.ts'],
]

const root = fileURLToPath(new URL('..', import.meta.url))
const tree = mkdtempSync(join(tmpdir(), 'boundaries-'))
let refused

before(async () => {
  for (const [, target] of [...REFUSED, ...ALLOWED])
    if (!target.startsWith('node:')) plant(target, 'export {}')
  for (const [source, target] of [...REFUSED, ...ALLOWED]) plant(source, `import '${pathTo(source, target)}'`)
  refused = await findRefused()
})
after(() => rmSync(tree, { recursive: true }))

for (const [source, target] of REFUSED)
  test(`${source} may not import ${target}`, () => assert.ok(refused.has(source)))
for (const [source, target] of ALLOWED)
  test(`${source} may import ${target}`, () => assert.ok(!refused.has(source)))

function plant(file, text) {
  mkdirSync(join(tree, dirname(file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}

function pathTo(source, target) {
  return target.startsWith('node:') ? target : `./${relative(dirname(source), target)}`
}

/** The files with an import that the boundaries refuse. */
async function findRefused() {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [bin, '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', '.']
  const report = await new Promise((resolve) =>
    execFile(process.execPath, args, { cwd: tree, maxBuffer: 2 ** 26 }, (_error, output) =>
      resolve(JSON.parse(output)),
    ),
  )
  return new Set(report.summary.violations.map(({ from }) => from))
}
