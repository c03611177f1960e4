import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IS_WINDOWS, PNPM, ROOT, run } from './run.mjs'
import { describeUnwritable, isWritable } from './unwritable.mjs'

/** The Node that the lock file pins, which runs the service and the tests. */
export const INSTALLED_NODE = join(ROOT, 'node_modules', 'node', 'bin', IS_WINDOWS ? 'node.exe' : 'node')

/** Installs the lock file's packages unless they are installed. Resolves to an exit code. */
export async function install({ output } = {}) {
  // pnpm records what it installed. Comparing the files takes no time; asking pnpm takes five seconds.
  if (existsSync(INSTALLED_NODE) && read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml')) return 0
  if (!isWritable()) {
    console.error(describeUnwritable())
    return 1
  }
  // With NODE_ENV=production pnpm would skip the development dependencies, which build the page.
  return run('npx', [...PNPM, 'install', '--frozen-lockfile', '--prefer-offline', '--prod=false'], { output })
}

function read(file) {
  const path = join(ROOT, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
