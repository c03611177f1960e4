import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const IS_WINDOWS = process.platform === 'win32'
const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
/** Arguments of `npx` that run the pnpm version this repository is pinned to. */
export const PNPM = ['--yes', '--loglevel=error', packageManager]

// After its parent has ended, a process of the group may still need to shut down.
const GROUP_TIMEOUT_MS = 15_000

let send = () => {}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => send(signal))

/**
 * Runs a program in this terminal and passes signals on to it. Resolves to its exit code, 128 + n after signal n.
 * `output` is where its standard output goes: `stdout` or `stderr`. `variables` are defaults for its environment. With
 * `isGroup`, the programs that it starts receive the signals too, and are waited for; Windows has no such groups.
 */
export function run(program, args, { output = 'stdout', variables = {}, isGroup = false } = {}) {
  const env = { ...variables, ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  const stdio = ['inherit', output === 'stderr' ? 2 : 'inherit', 'inherit']
  const detached = isGroup && !IS_WINDOWS
  const child = spawn(program, args, { cwd: ROOT, stdio, env, shell: IS_WINDOWS, detached })
  send = detached ? (signal) => signalGroup(child.pid, signal) : (signal) => child.kill(signal)
  // A closing terminal does not reach the group. Under `nohup`, which has no terminal, the program keeps running.
  if (detached && process.stdin.isTTY) process.on('SIGHUP', () => send('SIGHUP'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', async (code, signal) => {
      if (detached) await groupEnd(child.pid)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
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
