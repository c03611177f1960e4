import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const OPTIONS = '--noEmit --strict --module nodenext --lib es2022,dom,dom.iterable --types'.split(' ')

/** Compiles files of a plain TypeScript project. Rejects with the compiler's messages. */
export async function compile(project: string, files: string[]): Promise<void> {
  const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
  const args = [tsc, ...OPTIONS, '', ...files]
  await promisify(execFile)(process.execPath, args, { cwd: project }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}${stderr}`)
  })
}
