import { findExecutable } from './executable.ts'
import { failIfRequired } from './fail-if-required.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium, or why tests in a browser cannot run here. Throws if `REQUIRE_BROWSER=1`. */
export function findChromium():
  | { executablePath: string; missing?: never }
  | { executablePath?: never; missing: string } {
  const executablePath = findExecutable({ given: process.env.CHROMIUM_PATH, names: NAMES })
  if (executablePath !== undefined) return { executablePath }
  const missing = 'there is no Chromium on the PATH or at CHROMIUM_PATH'
  failIfRequired('BROWSER', missing)
  return { missing }
}
