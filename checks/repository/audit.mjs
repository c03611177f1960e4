// `npm run audit` lists known vulnerabilities (`pnpm audit`) and deprecated packages (from the lock file). It fails on a
// vulnerability in what runs in production. A registry without an audit service gets a message, not a failure.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNPM, ROOT } from '../../scripts/run.mjs'

for (const line of deprecatedPackages()) console.log(line)
process.exitCode = audit('--prod') ? 0 : 1
audit('--dev')

/** True if there are no known vulnerabilities, or if the registry has no audit service. */
function audit(part) {
  const answer = spawnSync('npx', [...PNPM, 'audit', part], { cwd: ROOT, encoding: 'utf8' })
  const output = `${answer.stdout}${answer.stderr}`
  if (/ERR_PNPM_AUDIT/.test(output)) {
    console.log(`${part}: this registry has no audit service; set npm_config_registry to one that does.`)
    return true
  }
  console.log(`${part}:\n${output.trim()}`)
  return answer.status === 0
}

/** pnpm copies a version's deprecation notice into the lock file when it resolves the version. */
function deprecatedPackages() {
  const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')
  return [...lock.matchAll(/^ {2}'?([^\s'].*?)'?:\n(?: {4}.+\n)*? {4}deprecated: (.+)$/gm)].map(
    ([, name, notice]) => `deprecated: ${name}: ${notice}`,
  )
}
