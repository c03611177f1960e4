import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const IS_WINDOWS = process.platform === 'win32'
/** Arguments of `npx` that run the pnpm version this repository is pinned to. */
export const PNPM = ['--yes', '--loglevel=error', 'pnpm@10.34.9']

let child
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child?.kill(signal))

/**
 * Runs a program in this terminal and passes signals on to it. Resolves to its exit code, 128 + n after signal n.
 * `output` is where its standard output goes: `stdout` or `stderr`. `variables` are defaults for its environment.
 */
export function run(program, args, { output = 'stdout', variables = {} } = {}) {
  const env = { ...variables, ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  const stdio = ['inherit', output === 'stderr' ? 2 : 'inherit', 'inherit']
  child = spawn(program, args, { cwd: ROOT, stdio, env, shell: IS_WINDOWS })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
