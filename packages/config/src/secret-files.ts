import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'

/** The settings that are secrets: each may be in a file, named by the variable with `_FILE` at its end. */
export const SECRETS: readonly string[] = [
  'DATABASE_URL',
  'REDIS_URL',
  'OAUTH_DISCORD_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'INITIAL_API_KEY',
]

const MAX_BYTES = 16_384

type Environment = Readonly<Record<string, string | undefined>>

/** The secrets in the files that an environment names, and what is wrong with the others. An empty name counts as absent. */
export function readSecretFiles(env: Environment): { values: Record<string, string>; problems: string[] } {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) continue
    if (env[name]?.trim()) problems.push(`${name} is set besides ${name}_FILE; remove one of them`)
    const secret = readSecret(path)
    if ('problem' in secret) problems.push(`${name}_FILE names a file that ${secret.problem}`)
    else values[name] = secret.value
  }
  return { values, problems }
}

/** Editors and `echo` end a file with a line break, so space around the secret does not count. */
function readSecret(path: string): { value: string } | { problem: string } {
  try {
    const stats = statSync(path)
    if (!stats.isFile()) return { problem: 'is not a regular file' }
    if (stats.size > MAX_BYTES) return { problem: 'is larger than 16 KB; it must hold only the secret' }
    const bytes = readFileSync(path)
    if (!isUtf8(bytes)) return { problem: 'is not in UTF-8; save it in this encoding' }
    // It also removes a byte-order mark.
    const value = bytes.toString().trim()
    if (value === '') return { problem: 'is empty' }
    return /\p{Cc}/u.test(value)
      ? { problem: 'has more than one line; it must hold only the secret' }
      : { value }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { problem: code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})` }
  }
}
