import { accessSync, constants, existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './run.mjs'

/** Whether this user may install and build here. A clone of another user can still be started once it is built. */
export function isWritable() {
  return isAllowed(ROOT, constants.W_OK)
}

/** Whether this user may read a file. */
export function isReadable(path) {
  return isAllowed(path, constants.R_OK)
}

function isAllowed(path, mode) {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export function isBuilt() {
  return existsSync(join(ROOT, 'apps', 'web', 'dist', 'index.html'))
}

/** What to do in a clone that this user may not write to. */
export function describeUnwritable() {
  const { username, uid } = userInfo()
  return `The user ${username} cannot write to ${ROOT}, and something has to be installed or built there first.
Run \`npm start\` once as the owner of that directory, or change the owner:
  sudo chown -R ${uid} ${ROOT}`
}

/** What to do about settings that this user may not read. */
export function describeUnreadable(path) {
  return `The user ${userInfo().username} cannot read ${path}. Run this as its owner, or change its owner or mode.`
}
