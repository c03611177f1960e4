import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { homedir, constants as systemConstants } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
/** Arguments of `npx` that run the pnpm version this repository is pinned to. */
export const PNPM = ['--yes', '--loglevel=error', packageManager]

// After its parent has ended, a process of the group may still need to shut down.
const GROUP_TIMEOUT_MS = 15_000

/** A home for npm and pnpm, which keep what they download there, if this user has none: a container's may be `/`. */
function ownHome() {
  try {
    // Of system users, it may be a file.
    accessSync(`${homedir()}/.`, constants.W_OK)
    return {}
  } catch {
    const HOME = join(ROOT, 'node_modules', '.cache', 'home')
    return { HOME, npm_config_cache: join(HOME, '.npm') }
  }
}

/**
 * Runs a program in this terminal and passes signals on to it. Resolves to its exit code, 128 + n after signal n. `cwd` is
 * relative to the repository. `output` is where its standard output goes: `stdout` or `stderr`. `variables` are
 * defaults for its environment. With `isGroup`, the programs that it starts receive the signals too, and are waited for.
 */
export async function run(
  program,
  args,
  { cwd = '.', output = 'stdout', variables = {}, isGroup = false } = {},
) {
  const env = { ...variables, ...process.env, ...ownHome(), TURBO_TELEMETRY_DISABLED: '1' }
  const stdio = ['inherit', output === 'stderr' ? 2 : 'inherit', 'inherit']
  const child = spawn(program, args, { cwd: join(ROOT, cwd), stdio, env, detached: isGroup })
  const send = isGroup ? (signal) => signalGroup(child.pid, signal) : (signal) => child.kill(signal)
  // A closing terminal does not reach the group. Under `nohup`, which has no terminal, the program keeps running.
  const signals = ['SIGINT', 'SIGTERM', ...(isGroup && process.stdin.isTTY ? ['SIGHUP'] : [])]
  for (const signal of signals) process.on(signal, send)
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + systemConstants.signals[signal]))
    })
    if (isGroup) await groupEnd(child.pid)
    return code
  } finally {
    for (const signal of signals) process.off(signal, send)
  }
}

/** Returns false if the group has ended. */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

async function groupEnd(pid) {
  const deadline = Date.now() + GROUP_TIMEOUT_MS
  while (signalGroup(pid, 0) && Date.now() < deadline) await setTimeout(50)
}
