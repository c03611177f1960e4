// `npm start`, `npm test` and `npm run registry` on a machine that has only Node and npm: installs what the lock file says, then hands
// over to the Node that was installed. Plain JavaScript, because the Node that runs this may be an older one.
// package.json starts it with `exec` and npm's own Node: a shell in between, or the one that pnpm puts around the
// installed Node, would take npm's signals and leave the service behind.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IS_WINDOWS = process.platform === 'win32'
const CARRIED_NODE = join(ROOT, 'node_modules', 'node', 'bin', IS_WINDOWS ? 'node.exe' : 'node')
const PNPM = ['--yes', 'pnpm@10.34.9']
// NODE_ENV=production would leave out what builds the page.
const INSTALL = [...PNPM, 'install', '--frozen-lockfile', '--prefer-offline', '--prod=false']
const TURBO = [...PNPM, 'exec', 'turbo', 'run', '--no-update-notifier']

let child
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child?.kill(signal))

const command = process.argv[2]
if (command === 'start') process.exitCode = await start()
else if (command === 'test') process.exitCode = await test()
else if (command === 'registry') process.exitCode = await registry(process.argv.slice(3))
else throw new Error(`Unknown command: ${command}`)

async function start() {
  return (
    (await install()) ||
    (await npx([...TURBO, 'build', '--filter=@timezone-registry/web', '--output-logs=errors-only'])) ||
    (await run(CARRIED_NODE, [...envFile(), join('apps', 'api', 'src', 'main.ts')]))
  )
}

async function registry(args) {
  return (
    (await install()) ||
    (await run(CARRIED_NODE, [...envFile(), join('apps', 'api', 'src', 'cli', 'registry.ts'), ...args]))
  )
}

async function test() {
  for (const { file } of testResults()) rmSync(file, { force: true })
  const installCode = await install()
  if (installCode !== 0) return installCode
  // One package after the other: their servers would take each other's time, and time-outs are part of the tests.
  const code = await npx([...TURBO, 'test', '--continue=always', '--concurrency=1'])
  const { passed, failed, skipped } = sumResults()
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return code || (failed > 0 ? 1 : 0)
}

/** Nothing to do when pnpm's record of what it installed is the lock file; asking pnpm takes five seconds. */
async function install() {
  const isInstalled =
    existsSync(CARRIED_NODE) && read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml')
  return isInstalled ? 0 : npx(INSTALL)
}

function read(file) {
  const path = join(ROOT, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function envFile() {
  return existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : []
}

function npx(args) {
  return run('npx', args)
}

/** Runs a program in this terminal; answers its exit code, as a shell would tell it. */
function run(program, args) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env, shell: IS_WINDOWS })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** The report of each package that has tests; the file is missing where they never ran. */
function testResults() {
  return ['apps', 'packages']
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)))
    .concat(join(ROOT, 'torture'))
    .filter((directory) => existsSync(join(directory, 'package.json')))
    .filter(
      (directory) => 'test' in JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).scripts,
    )
    .map((directory) => ({ directory, file: join(directory, 'test-results.json') }))
}

function sumResults() {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { directory, file } of testResults()) {
    if (!existsSync(file)) {
      console.error(`The tests of ${directory} left no result`)
      sum.failed += 1
      continue
    }
    const report = JSON.parse(readFileSync(file, 'utf8'))
    // Where the servers did not start or a file could not be loaded, there is no test that could have failed.
    const broken = report.testResults.filter(
      (result) => result.status === 'failed' && result.assertionResults.length === 0,
    ).length
    sum.passed += report.numPassedTests
    sum.failed += report.numFailedTests + broken + (report.numTotalTests === 0 ? 1 : 0)
    sum.skipped += report.numPendingTests
  }
  return sum
}
