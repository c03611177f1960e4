// `node scripts/release/service-tree.mjs TARGET` writes the service as it runs in production: sources without tests, the
// built page, and the modules that it needs. The image and the release archive are this directory.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PNPM, ROOT } from '../run.mjs'
import { pruneModules } from './prune-modules.mjs'

const PACKAGES = ['config', 'contract', 'db', 'discord', 'zones']
const WORKSPACES = ['apps/api', ...PACKAGES.map((name) => `packages/${name}`)]
const BUILT = ['apps/web/dist', 'packages/db/dist']
const FILES = [
  'LICENSE',
  'LICENCES.md',
  'CHANGELOG.md',
  '.env.example',
  'docs',
  'deploy/nginx',
  'deploy/systemd',
  'packages/db/migrations',
]
const FOR_THE_INSTALLATION = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  'patches',
]
// The service needs no optional package.
const SERVICE_ONLY = ['--prod', '--no-optional', '--filter-prod=@timezone-registry/api...']
const INSTALL = ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', ...SERVICE_ONLY]

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('Name the directory to write.')
buildServiceTree(resolve(target))

function buildServiceTree(tree) {
  for (const built of BUILT)
    if (!existsSync(join(ROOT, built))) throw new Error(`There is no ${built}. Run \`npm run build\` first.`)
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  for (const workspace of WORKSPACES) {
    copy(join(workspace, 'package.json'), tree)
    copy(join(workspace, 'src'), tree, (path) => !/[.]test[.]ts$/.test(path))
  }
  for (const path of [...BUILT, ...FILES]) copy(path, tree, (path) => !path.endsWith('images'))
  cpSync(join(ROOT, 'deploy/bin'), join(tree, 'bin'), { recursive: true })
  installModules(tree)
  writeFileSync(join(tree, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

function installModules(tree) {
  for (const path of FOR_THE_INSTALLATION) copy(path, tree)
  execFileSync('npx', [...PNPM, ...INSTALL], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const path of FOR_THE_INSTALLATION) rmSync(join(tree, path), { recursive: true })
  pruneModules(join(tree, 'node_modules'))
}

function copy(path, tree, filter) {
  cpSync(join(ROOT, path), join(tree, path), { recursive: true, filter })
}

function manifest() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'apps/api/package.json'), 'utf8'))
  return {
    name: 'timezone-registry',
    version,
    private: true,
    type: 'module',
    license: 'MIT',
    engines: { node: '>=26' },
    bin: { registry: 'bin/registry.mjs' },
    scripts: { start: 'node bin/registry.mjs serve' },
  }
}
