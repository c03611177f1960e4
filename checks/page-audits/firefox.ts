import { findExecutable } from '@timezone-registry/test-servers/executable'
import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'

const NAMES = ['firefox-esr', 'firefox']

/** The path of a Firefox, or why tests in it cannot run here. Throws if `REQUIRE_FIREFOX=1`. */
export function findFirefox():
  | { executablePath: string; missing?: never }
  | { executablePath?: never; missing: string } {
  const executablePath = findExecutable({ given: process.env.FIREFOX_PATH, names: NAMES })
  if (executablePath !== undefined) return { executablePath }
  const missing = 'there is no Firefox on the PATH or at FIREFOX_PATH'
  failIfRequired('FIREFOX', missing)
  return { missing }
}
