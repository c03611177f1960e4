import { fileURLToPath } from 'node:url'
import { type BenchedProcess, startProcess } from './process.ts'

const MAIN = fileURLToPath(new URL('../../apps/api/src/main.ts', import.meta.url))

/** The service with its defaults: its log goes to a file, and its limits are on but too high to be reached. */
export function startService(
  env: Record<string, string>,
  { watchLoop = false }: { watchLoop?: boolean } = {},
): Promise<BenchedProcess> {
  return startProcess([process.execPath, MAIN], {
    watchLoop,
    env: {
      RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
      RATE_LIMIT_READS_PER_MINUTE: '10000000',
      PORT: '0',
      ...env,
    },
  })
}
