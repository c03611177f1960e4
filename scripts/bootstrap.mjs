// Prepares a clone for an npm script or runs it: installs the packages that it needs, then starts it on Node 26. Plain
// JavaScript, because an older Node may run this file. package.json starts it with `exec` and npm's own Node, so that no shell in
// between intercepts npm's signals; only for `npm start` a shell remains, which the service then replaces.
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, NODE } from './install.mjs'
import { describeMissingLibrary } from './missing-library.mjs'
import { PNPM, ROOT, run } from './run.mjs'
import { runTests } from './test.mjs'

const TURBO = [...PNPM, 'exec', 'turbo', 'run', '--no-update-notifier']
// As the service itself: a restart does not help.
const EXIT_CODE_CONFIG = 78
const REGISTRY = join('apps', 'api', 'src', 'cli', 'registry.ts')
// Node keeps compiled modules here when it exits, so that later starts take half the time, and 20 MB less memory: they do
// not load the compiler of TypeScript. package.json has the same for `npm start`.
const COMPILED = { variables: { NODE_COMPILE_CACHE: join('node_modules', '.cache', 'compiled') } }

// Each with the set of packages that it needs.
const commands = {
  prepare: ['run', async () => checkSettings() || (await build()) || report('Starting the service …')],
  build: ['run', build],
  registry: ['run', (args) => checkSettings() || run(NODE, [...settings(), REGISTRY, ...args], COMPILED)],
  dev: ['work', () => run('npx', [...TURBO, 'dev'], { isGroup: true })],
  test: ['work', async (paths) => (await build()) || (await runTests({ paths }))],
  'test:slow': ['all', async (paths) => (await build()) || (await runTests({ slow: true, paths }))],
  release: ['all', () => run(NODE, [join('scripts', 'release', 'release.mjs')])],
  check: [
    'all',
    () =>
      run('npx', [...PNPM, '--filter', '@timezone-registry/repository', 'run', '--sequential', '/^check:/']),
  ],
}

const [name, ...args] = process.argv.slice(2)
if (commands[name] === undefined) throw new Error(`Unknown command: ${name}`)
const [set, command] = commands[name]
try {
  process.exitCode = checkFolder() || (await install(set)) || (await command(args))
} catch (error) {
  if (error.code !== 'EACCES') throw error
  process.exitCode = report(`${error.message}. Run this as the owner of ${ROOT}.`, 1)
}
if (process.exitCode !== 0) {
  const missing = describeMissingLibrary(NODE)
  if (missing !== undefined) console.error(missing)
}

function report(line, code = 0) {
  console.error(line)
  return code
}

function settings() {
  return existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : []
}

function checkFolder() {
  // Vite cannot build in such a folder.
  if (/[#?]/.test(ROOT))
    return report(`The path ${ROOT} contains "#" or "?". Rename that folder, or move this one elsewhere.`, 1)
  // npm leaves the file out when it installs the repository as a package.
  if (!existsSync(join(ROOT, 'pnpm-lock.yaml')))
    return report(
      `There is no pnpm-lock.yaml in ${ROOT}. Clone the repository with git, and run this there.`,
      1,
    )
  return 0
}

/** Node would call an `.env` that this user may not read missing. */
function checkSettings() {
  try {
    accessSync(join(ROOT, '.env'), constants.R_OK)
  } catch (error) {
    if (error.code !== 'ENOENT')
      return report(
        `${error.message}. Run this as the owner of the file, or change its mode.`,
        EXIT_CODE_CONFIG,
      )
  }
  return 0
}
