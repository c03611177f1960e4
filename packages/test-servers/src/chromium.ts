import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { failIfRequired } from './fail-if-required.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium, or why tests in a browser cannot run here. Throws if `REQUIRE_BROWSER=1`. */
export function findChromium():
  | { executablePath: string; missing?: never }
  | { executablePath?: never; missing: string } {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROMIUM_PATH ?? '',
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ]
  const executablePath = candidates.find(isExecutable)
  if (executablePath !== undefined) return { executablePath }
  const missing = 'there is no Chromium on the PATH or at CHROMIUM_PATH'
  failIfRequired('BROWSER', missing)
  return { missing }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
