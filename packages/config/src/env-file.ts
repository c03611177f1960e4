import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { ConfigError, environmentSchema } from './config.ts'

const MARK = '\ufeff'
const OPTION = /^--env-file(?:-if-exists)?(?:=(.+))?$/

/**
 * Repairs an environment after Node has read its `--env-file`s, for which a byte-order mark is part of the first name.
 * Throws `ConfigError` for a file in another encoding, in which Node finds other variables or none, and for a value that
 * Node has cut.
 */
export function repairEnvironment(
  env: Record<string, string | undefined>,
  execArgv: readonly string[],
): void {
  const problems = filesIn(execArgv).flatMap(findProblems)
  if (problems.length > 0) throw new ConfigError(problems)
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(MARK)) continue
    env[name.slice(MARK.length)] ??= value
    delete env[name]
  }
}

function filesIn(execArgv: readonly string[]): string[] {
  return execArgv.flatMap((option, index) => {
    const match = OPTION.exec(option)
    return match === null ? [] : (match[1] ?? execArgv[index + 1] ?? [])
  })
}

const NAME = /^\s*(?:export\s+)?([\w.-]+)[^\S\n]*=/gm

/** The names in the `--env-file`s of Node. */
export function namesInFiles(execArgv: readonly string[]): string[] {
  return filesIn(execArgv)
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').replace(MARK, '').matchAll(NAME), ([, name = '']) => name),
    )
}

// A value without quotation marks, in which Node takes "#" for the beginning of a comment, and probably nobody else does.
const CUT = /^\s*(?:export\s+)?(\w+)[^\S\n]*=(?![^\S\n]*["'`]).*\S#(?![^\S\n])/gm

function findProblems(file: string): string[] {
  try {
    const bytes = readFileSync(file)
    if (!isUtf8(bytes) || bytes.includes(0)) return [`${file} is not in UTF-8; save it in this encoding`]
    const names = Array.from(bytes.toString().matchAll(CUT), ([, name = '']) => name)
    return names
      .filter((name) => name in environmentSchema.shape)
      .map((name) => `${name} in ${file} is cut at "#"; put the value in quotation marks`)
  } catch {
    // Node has reported it, or it need not exist.
    return []
  }
}
