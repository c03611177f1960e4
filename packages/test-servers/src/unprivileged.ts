import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user and group `nobody`. */
export const UNPRIVILEGED = { uid: 65_534, gid: 65_534 }

/** Options for starting a server that refuses to run as root: another user if this process is root, otherwise none. */
export const unprivileged = process.getuid?.() === 0 ? UNPRIVILEGED : {}

/** Whether every user may enter the directory and all directories above it. Root's home, for example, is private. */
export function isReachableByAll(path: string): boolean {
  const parent = dirname(path)
  const othersMayEnter = (statSync(path).mode & 0o001) !== 0
  return othersMayEnter && (parent === path || isReachableByAll(parent))
}
