// Runs `npm start`, `npm test`, `npx registry` and the other npm scripts in a fresh clone: installs the lock file's packages if
// needed, then starts the command on the installed Node 26. Plain JavaScript, because an older Node may run this file.
// package.json starts it with `exec` and npm's own Node, so that no shell in between intercepts npm's signals.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { INSTALLED_NODE, install } from './install.mjs'
import { describeMissingLibrary } from './missing-library.mjs'
import { PNPM, ROOT, run } from './run.mjs'
import { runTests } from './test.mjs'
import { describeUnreadable, describeUnwritable, isBuilt, isReadable, isWritable } from './unwritable.mjs'

const TURBO = [...PNPM, 'exec', 'turbo', 'run', '--no-update-notifier']
// As the service itself: a restart does not help.
const EXIT_CODE_CONFIG = 78
const API = join('apps', 'api', 'src')
// Node keeps compiled modules here when it exits, so that later starts take half the time, and 20 MB less memory: they do
// not load the compiler of TypeScript.
const COMPILED = { variables: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled') } }

// One after the other, because each needs several hundred MB of memory.
const BUILD = ['build', '--concurrency=1', '--output-logs=errors-only']
const BUILT = ['--filter=@timezone-registry/web', '--filter=@timezone-registry/db']

const commands = {
  start: async () =>
    (await build()) || (await run(INSTALLED_NODE, [...envFile(), join(API, 'main.ts')], COMPILED)),
  registry: (args) => run(INSTALLED_NODE, [...envFile(), join(API, 'cli', 'registry.ts'), ...args], COMPILED),
  dev: () => run('npx', [...TURBO, 'dev'], { isGroup: true }),
  release: () => run(INSTALLED_NODE, [join('scripts', 'release', 'release.mjs')]),
  check: () =>
    run('npx', [...PNPM, '--filter', '@timezone-registry/repository', 'run', '--sequential', '/^check:/']),
  test: async () => (await build()) || (await runTests()),
  'test:slow': async () => (await build()) || (await runTests({ slow: true })),
}

const [name, ...args] = process.argv.slice(2)
const command = commands[name]
if (command === undefined) throw new Error(`Unknown command: ${name}`)
// The answer of `registry` is for other programs, so the installation must not write to standard output.
const output = name === 'registry' ? 'stderr' : 'stdout'
process.exitCode = (await install({ output })) || (await command(args))
if (process.exitCode !== 0) {
  const missing = describeMissingLibrary(INSTALLED_NODE)
  if (missing !== undefined) console.error(missing)
}

/** Builds what has changed. In a clone that this user may not write to, the existing build is used. */
async function build() {
  if (isWritable()) return run('npx', [...TURBO, ...BUILD, ...BUILT])
  if (isBuilt()) return 0
  console.error(describeUnwritable())
  return 1
}

/** Node would call a file that this user may not read missing. */
function envFile() {
  const path = join(ROOT, '.env')
  if (!existsSync(path)) return []
  if (!isReadable(path)) {
    console.error(describeUnreadable(path))
    process.exit(EXIT_CODE_CONFIG)
  }
  return ['--env-file=.env']
}
