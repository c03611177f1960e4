import { execFileSync } from 'node:child_process'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'

/** Whether `go` is installed; its absence is an error if `REQUIRE_GO=1`. */
export function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    failIfRequired('GO', 'go is not installed')
    return false
  }
}
