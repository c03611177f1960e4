import { execFileSync } from 'node:child_process'

/** Whether `go` is installed; `REQUIRE_GO` makes its absence an error. */
export function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    if (process.env.REQUIRE_GO) throw new Error('REQUIRE_GO is set, and go is not installed')
    return false
  }
}
