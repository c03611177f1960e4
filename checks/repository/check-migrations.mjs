// Fails when the schema and the migrations have drifted apart: generating from the schema must find nothing to do.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const copy = mkdtempSync(join(tmpdir(), 'migrations-'))
try {
  cpSync('migrations', copy, { recursive: true })
  // drizzle-kit takes a path relative to the working directory only.
  const out = relative(process.cwd(), copy)
  const output = execFileSync(
    'drizzle-kit',
    ['generate', '--dialect', 'postgresql', '--schema', 'src/schema/*.ts', '--out', out],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const added = readdirSync(copy).filter((file) => !readdirSync('migrations').includes(file))
  if (added.length > 0 || !output.includes('No schema changes')) {
    console.error(`${output}\nsrc/schema has changes that no migration makes: run "npm run db:generate".`)
    process.exitCode = 1
  }
} finally {
  rmSync(copy, { recursive: true })
}
