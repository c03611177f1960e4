import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { ConfigError } from './config.ts'

const MARK = '\ufeff'
const OPTION = /^--env-file(?:-if-exists)?(?:=(.+))?$/

/**
 * Repairs an environment after Node has read its `--env-file`s, for which a byte-order mark is part of the first name.
 * Throws `ConfigError` for a file in another encoding, in which Node finds other variables or none.
 */
export function repairEnvironment(
  env: Record<string, string | undefined>,
  execArgv: readonly string[],
): void {
  const files = execArgv.flatMap((option, index) => {
    const match = OPTION.exec(option)
    return match === null ? [] : (match[1] ?? execArgv[index + 1] ?? [])
  })
  const problems = files.filter(isOtherEncoding)
  if (problems.length > 0)
    throw new ConfigError(problems.map((file) => `${file} is not in UTF-8; save it in this encoding`))
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(MARK)) continue
    env[name.slice(MARK.length)] ??= value
    delete env[name]
  }
}

function isOtherEncoding(file: string): boolean {
  try {
    const bytes = readFileSync(file)
    return !isUtf8(bytes) || bytes.includes(0)
  } catch {
    // Node has reported it, or it need not exist.
    return false
  }
}
