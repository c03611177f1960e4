import { findExecutable } from './executable.ts'
import { failIfRequired } from './fail-if-required.ts'

/** The path of a Chromium, or why tests in a browser cannot run here. */
export type Chromium =
  | { executablePath: string; missing?: never }
  | { executablePath?: never; missing: string }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** Throws if there is none and `REQUIRE_BROWSER=1`. */
export function findChromium(names = NAMES): Chromium {
  const executablePath = findExecutable({ given: process.env.CHROMIUM_PATH, names })
  if (executablePath !== undefined) return { executablePath }
  const missing = 'there is no Chromium on the PATH or at CHROMIUM_PATH'
  failIfRequired('BROWSER', missing)
  return { missing }
}

/**
 * The same, but prefers the headless shell, which takes half of the CPU time. It renders text slightly differently.
 */
export function findHeadlessChromium(): Chromium {
  return findChromium(['chromium-headless-shell', ...NAMES])
}
