import { fileURLToPath } from 'node:url'
import { type BenchedProcess, startProcess } from './process.ts'

const MAIN = fileURLToPath(new URL('../../apps/api/src/main.ts', import.meta.url))

// As for `npm start`.
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

let filled: Promise<void> | undefined

/**
 * The service with its defaults: its log goes to a file, its limits are on but too high to be reached, and it has been
 * started before, so its modules are compiled.
 */
export async function startService(
  env: Record<string, string>,
  options: { watchLoop?: boolean } = {},
): Promise<BenchedProcess> {
  filled ??= fillCompileCache(env)
  await filled
  return start(env, options)
}

/** Node writes the cache when a process ends. */
async function fillCompileCache(env: Record<string, string>): Promise<void> {
  await using service = await start(env)
  await service.stop()
}

function start(env: Record<string, string>, options: { watchLoop?: boolean } = {}): Promise<BenchedProcess> {
  return startProcess([process.execPath, MAIN], {
    ...options,
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
      RATE_LIMIT_READS_PER_MINUTE: '10000000',
      PORT: '0',
      ...env,
    },
  })
}
