import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PNPM, ROOT, run } from './run.mjs'

const MODULES = join(ROOT, 'node_modules')
/** The Node that runs the service and the tests: this one if it is new enough, else the one of the lock file. */
export const NODE = join(MODULES, '.node')
const NODE_OF_LOCK_FILE = join(
  ROOT,
  `packages/node/node_modules/node-${process.platform}-${process.arch}/bin/node`,
)
const NEEDED_NODE = 26
const IS_NEW_ENOUGH = Number.parseInt(process.versions.node, 10) >= NEEDED_NODE

const STAMP = join(MODULES, '.installed')
const PNPM_STATE = join(MODULES, '.modules.yaml')
const SERVICE = ['--filter-prod=@timezone-registry/api...', '--filter-prod=@timezone-registry/web...']
// A package of its own, because pnpm installs the root's optional dependencies whatever the filter is.
const NODE_TOO = IS_NEW_ENOUGH ? [] : ['--filter-prod=@timezone-registry/node']
const NO_NODE = IS_NEW_ENOUGH ? ['--filter=!@timezone-registry/node'] : []

// From small to large: to start the service, to develop and test it, everything.
const SETS = {
  run: { purpose: 'to run the service', args: ['--prod', ...SERVICE, ...NODE_TOO] },
  work: { purpose: 'for development and tests', args: ['--prod=false', '--filter=!./checks/**', ...NO_NODE] },
  all: { purpose: 'for all checks', args: ['--prod=false', ...NO_NODE] },
}
const NAMES = Object.keys(SETS)

/**
 * Installs the lock file's packages that a set has, unless they are installed. A larger set that is installed stays.
 * Resolves to an exit code.
 */
export async function install(wanted) {
  const [installed, key] = readText(STAMP)?.split(' ') ?? []
  const set = NAMES[Math.max(NAMES.indexOf(wanted), NAMES.indexOf(installed))]
  const newKey = `${hashOf('pnpm-lock.yaml')}-${process.platform}-${process.arch}`
  if (set === installed && key === newKey && hasTools(set) && linkNode()) return 0

  console.error(`Installing the packages ${SETS[set].purpose} …`)
  mkdirSync(MODULES, { recursive: true })
  // Without a key until it is complete.
  stamp(set)
  keepModules(set)
  const code = await run(
    'npx',
    [...PNPM, 'install', '--frozen-lockfile', '--prefer-offline', ...QUIET, ...SETS[set].args],
    {
      output: 'stderr',
    },
  )
  if (code !== 0) return code
  linkNode()
  stamp(`${set} ${newKey}`)
  return 0
}

/** Whether the root's packages are there: whatever npm is asked to do in a clone, it removes them. */
function hasTools(set) {
  return set === 'run' || ['turbo', 'vitest'].every((name) => existsSync(join(MODULES, name)))
}

/** A crash in the middle leaves the old one. */
function stamp(text) {
  writeFileSync(`${STAMP}-${process.pid}`, text)
  renameSync(`${STAMP}-${process.pid}`, STAMP)
}

// On a terminal, pnpm shows its progress.
const QUIET = process.stderr.isTTY ? [] : ['--loglevel=error']

/**
 * Lets pnpm add development packages to an installation without them. It would remove all modules first, while a service
 * may be running from them.
 */
function keepModules(set) {
  const state = set === 'run' ? undefined : readText(PNPM_STATE)
  if (state !== undefined)
    writeFileSync(PNPM_STATE, state.replace('"devDependencies": false', '"devDependencies": true'))
}

/** Points `NODE`, and the `node` of every npm script, to the Node to use. Returns false if there is none. */
function linkNode() {
  const target = existsSync(NODE_OF_LOCK_FILE) ? NODE_OF_LOCK_FILE : process.execPath
  if (target === process.execPath && !IS_NEW_ENOUGH) return false
  mkdirSync(join(MODULES, '.bin'), { recursive: true })
  for (const path of [NODE, join(MODULES, '.bin/node')]) link(path, target)
  return true
}

function link(path, target) {
  if (existsSync(path) && realpathSync(path) === realpathSync(target)) return
  // Two commands may do so at the same time.
  const temporary = `${path}-${process.pid}`
  symlinkSync(target, temporary)
  renameSync(temporary, path)
}

function hashOf(file) {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('hex')
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
