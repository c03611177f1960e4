// Plants imports in an empty copy of the tree and checks which of them the boundaries refuse.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const API = 'apps/api/src'
const REFUSED: [source: string, target: string][] = [
  ['packages/contract/src/contract.ts', 'packages/db/src/schema/record-tables.ts'],
  ['packages/db/src/database.ts', 'packages/config/src/config.ts'],
  ['packages/zones/src/zone-names.ts', 'packages/contract/src/index.ts'],
  ['packages/discord/src/discord.ts', `${API}/records/registry.ts`],
  ['apps/web/src/record/use-record.ts', `${API}/records/registry.ts`],
  ['apps/web/src/now/now-page.ts', 'apps/web/src/people/people-page.ts'],
  [`${API}/health/health.ts`, `${API}/feed/event-streams.ts`],
  [`${API}/records/record-cache.ts`, 'packages/db/src/schema/record-tables.ts'],
  [`${API}/records/registry.ts`, 'node_modules/express/index.js'],
  [`${API}/access/sessions/sessions.ts`, 'node_modules/drizzle-orm/index.js'],
  [`${API}/access/credential-lookup.ts`, 'node_modules/ioredis/index.js'],
  [`${API}/http/body.ts`, `${API}/access/authenticate.ts`],
  [`${API}/main.ts`, 'packages/test-servers/src/postgres.ts'],
  [`${API}/no-such-feature/one.ts`, `${API}/errors.ts`],
  [`${API}/no-such-file.ts`, 'node:fs'],
  ['bench/run.ts', `${API}/app.ts`],
  ['torture/main.ts', 'packages/db/src/database.ts'],
  ['checks/page-audits/one.ts', `${API}/app.ts`],
  ['checks/repository/one.mjs', 'apps/api/test/api-test.ts'],
  ['scripts/build.mjs', 'packages/config/src/config.ts'],
  ['no-such-folder/one.ts', 'node:fs'],
]
// Each imports only a type of the next one.
const CIRCLE = ['tail', 'change-store', 'event-streams'].map((name) => `${API}/feed/${name}.ts`)
const ALLOWED: [source: string, target: string][] = [
  [`${API}/records/record-store.ts`, 'packages/db/src/schema/record-tables.ts'],
  [`${API}/redis/redis-pool.ts`, 'node_modules/ioredis/index.js'],
  [`${API}/feed/change-routes.ts`, `${API}/http/endpoints.ts`],
  ['apps/web/src/api.ts', 'packages/contract/src/index.ts'],
  ['apps/web/src/zones/use-zone-search.ts', 'packages/zones/src/zone-search.ts'],
]

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CRUISER = fileURLToPath(
  new URL('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', import.meta.url),
)
const tree = mkdtempSync(join(tmpdir(), 'boundaries-'))
let refused: Set<string>

beforeAll(async () => {
  for (const [, target] of [...REFUSED, ...ALLOWED])
    if (!target.startsWith('node:')) plant(target, 'export {}')
  for (const [source, target] of [...REFUSED, ...ALLOWED]) plant(source, `import '${pathTo(source, target)}'`)
  for (const [index, source] of CIRCLE.entries()) {
    const target = CIRCLE[(index + 1) % CIRCLE.length] ?? ''
    plant(source, `import type { One } from '${pathTo(source, target)}'\nexport type Two = One`)
  }
  refused = await findRefused()
})
afterAll(() => rmSync(tree, { recursive: true }))

test.for(REFUSED)('%s may not import %s', ([source]) => expect(refused).toContain(source))

// The circle is reported once, at any of its files.
test('types may not be imported in a circle', () =>
  expect(CIRCLE.filter((file) => refused.has(file))).not.toEqual([]))

test.for(ALLOWED)('%s may import %s', ([source]) => expect(refused).not.toContain(source))

function plant(file: string, text: string): void {
  mkdirSync(join(tree, dirname(file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}

function pathTo(source: string, target: string): string {
  return target.startsWith('node:') ? target : `./${relative(dirname(source), target)}`
}

/** The files with an import that the boundaries refuse. */
async function findRefused(): Promise<Set<string>> {
  const args = [CRUISER, '--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json', '.']
  const report = await new Promise<{ summary: { violations: { from: string }[] } }>((resolve) =>
    execFile(process.execPath, args, { cwd: tree, maxBuffer: 2 ** 26 }, (_error, output) =>
      resolve(JSON.parse(output)),
    ),
  )
  return new Set(report.summary.violations.map(({ from }) => from))
}
