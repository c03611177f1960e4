import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { NODE } from './install.mjs'
import { ROOT, run } from './run.mjs'

const BUILT = ['apps/web/dist/index.html', 'packages/db/dist/pgdata.tar.gz']
const PAGE = ['build', 'index.html', 'package.json', 'public', 'src', 'vite.config.ts', 'worker']
const PACKAGES = ['contract/src', 'zones/src', 'db/src', 'db/migrations', 'db/scripts'].map(
  (path) => `packages/${path}`,
)

/** Builds the page and the embedded database's template, unless they are newer than every source. */
export async function build() {
  if (isBuilt()) return 0
  console.error('Building the page …')
  const code = await run(NODE, ['--run', 'build', '--', '--logLevel=error'], {
    cwd: 'apps/web',
    output: 'stderr',
  })
  if (code !== 0) return code
  console.error('Building the embedded database …')
  return run(NODE, ['--run', 'build'], { cwd: 'packages/db', output: 'stderr' })
}

function isBuilt() {
  if (!BUILT.every((path) => existsSync(join(ROOT, path)))) return false
  const oldest = Math.min(...BUILT.map((path) => changeTime(join(ROOT, path))))
  const sources = ['pnpm-lock.yaml', ...PAGE.map((path) => `apps/web/${path}`), ...PACKAGES]
  return sources.every((path) => isOlder(join(ROOT, path), oldest))
}

/** Of a folder, everything in it as well: its own time changes when a file in it is added or removed. */
function isOlder(path, time) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return true
  if (stats.ctimeMs >= time) return false
  if (!stats.isDirectory()) return true
  return readdirSync(path).every((name) => /[.]test[.]tsx?$/.test(name) || isOlder(join(path, name), time))
}

// Unlike the time of modification, no program sets it.
function changeTime(path) {
  return statSync(path).ctimeMs
}
