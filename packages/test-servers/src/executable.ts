import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the first of these programs that can be run: the one at `given`, or one of `names` on the PATH. */
export function findExecutable({
  given = '',
  names,
}: {
  given?: string | undefined
  names: readonly string[]
}): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [given, ...folders.flatMap((folder) => names.map((name) => join(folder, name)))]
  return candidates.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
