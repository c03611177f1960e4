import { appendFileSync } from 'node:fs'

/**
 * Throws if tests must run here, as in CI, where `REQUIRE_<name>` is 1; otherwise they are skipped, and the reason is noted
 * for the last lines of the run.
 */
export function failIfRequired(name: string, reason: string): void {
  if (process.env[`REQUIRE_${name}`] === '1') throw new Error(`REQUIRE_${name}=1, but ${reason}`)
  if (process.env.TEST_SKIP_REASONS) appendFileSync(process.env.TEST_SKIP_REASONS, `${reason}\n`)
}
