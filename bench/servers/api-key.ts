import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const REGISTRY = fileURLToPath(new URL('../../apps/api/src/cli/registry.ts', import.meta.url))

/** Creates an API key with the operator's command. */
export async function createKey(
  databaseUrl: string,
  scope: 'records:read' | 'records:write',
): Promise<string> {
  const args = [REGISTRY, 'keys', 'create', '--name', 'bench', '--scope', scope]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: '/usr/bin:/bin', DATABASE_URL: databaseUrl },
  })
  return stdout.trim()
}
