// `npm run release` writes `dist/`: the archives of a release, its bill of materials and its checksums. It then installs from
// there, as a user would, and fails unless that works.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { NODE } from '../install.mjs'
import { PNPM, ROOT } from '../run.mjs'
import { verifyRelease } from './verify-release.mjs'

const DIST = join(ROOT, 'dist')
const { version } = JSON.parse(readFileSync(join(ROOT, 'apps/api/package.json'), 'utf8'))
const NAME = `timezone-registry-${version}`

rmSync(DIST, { recursive: true, force: true })
mkdirSync(DIST)
run('npx', [...PNPM, 'exec', 'turbo', 'run', 'build', '--output-logs=errors-only'])
packService()
run('npx', [...PNPM, '--filter', '@timezone-registry/client', 'pack', '--pack-destination', DIST])
buildImage()
writeChecksums()
await verifyRelease(DIST)
for (const line of readFileSync(join(DIST, 'SHA256SUMS'), 'utf8').trim().split('\n')) console.log(line)

function packService() {
  const tree = join(DIST, NAME)
  run(NODE, ['scripts/release/service-tree.mjs', tree])
  run(NODE, ['checks/repository/sbom.ts', tree])
  copyFileSync(join(tree, 'sbom.cdx.json'), join(DIST, `${NAME}.sbom.cdx.json`))
  const node = realpathSync(NODE)
  copyFileSync(node, join(tree, 'bin/node'))
  copyFileSync(join(dirname(node), '../LICENSE'), join(tree, 'bin/node.LICENSE'))
  // The same tree gives the same archive.
  const reproducible = [
    '--sort=name',
    '--mtime=@0',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--hard-dereference',
  ]
  const archive = `${tree}-${process.platform}-${process.arch}.tar`
  run('tar', ['--create', ...reproducible, '--file', archive, '--directory', DIST, NAME])
  run('gzip', ['-9n', archive])
  rmSync(tree, { recursive: true })
}

/** With `IMAGE_BUILDER=docker` or `buildah`, an archive for `docker load`; IMAGE_BASE replaces the base image. */
function buildImage() {
  const { IMAGE_BUILDER: builder, IMAGE_BASE: base } = process.env
  if (builder === undefined) {
    console.log('No image, because IMAGE_BUILDER is not set to docker or buildah.')
    return
  }
  const tag = `timezone-registry:${version}`
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const variables = { VERSION: version, REVISION: revision, ...(base === undefined ? {} : { BASE: base }) }
  const options = Object.entries(variables).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
  const archive = join(DIST, `${NAME}.image.tar`)
  // buildah would ask a registry for a base that exists only here.
  const pull = builder === 'buildah' && base !== undefined ? ['--pull-never'] : []
  // Its own format has no health checks.
  const format = builder === 'buildah' ? ['--format', 'docker'] : []
  run(builder, ['build', '--file', 'deploy/Dockerfile', '--tag', tag, ...pull, ...format, ...options, '.'])
  if (builder === 'docker') run('docker', ['save', '--output', archive, tag])
  else run('buildah', ['push', tag, `docker-archive:${archive}:${tag}`])
  run('gzip', ['-9n', archive])
}

function writeChecksums() {
  const lines = readdirSync(DIST).map((file) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(DIST, file)))
      .digest('hex')
    return `${hash}  ${file}\n`
  })
  writeFileSync(join(DIST, 'SHA256SUMS'), lines.join(''))
}

function run(program, args) {
  execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
}
