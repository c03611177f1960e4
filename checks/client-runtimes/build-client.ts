// Builds the client package: `npm run build` and packing it run this.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const PACKAGE = fileURLToPath(new URL('../../packages/client', import.meta.url))
const require = createRequire(import.meta.url)

rmSync(join(PACKAGE, 'dist'), { recursive: true, force: true })
await buildFormat('esm', 'module')
await buildFormat('cjs', 'commonjs')

/** One bundle and its declarations; a `package.json` in the folder states its module format. */
async function buildFormat(format: 'esm' | 'cjs', type: 'module' | 'commonjs'): Promise<void> {
  const outdir = join(PACKAGE, 'dist', format)
  await build({
    entryPoints: [join(PACKAGE, 'src/index.ts')],
    bundle: true,
    format,
    outfile: join(outdir, 'index.js'),
    target: 'es2022',
  })
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  execFileSync(process.execPath, [tsc, '--project', 'tsconfig.build.json', '--outDir', outdir], {
    cwd: PACKAGE,
    stdio: 'inherit',
  })
  writeFileSync(join(outdir, 'package.json'), `{ "type": "${type}", "sideEffects": false }\n`)
}
