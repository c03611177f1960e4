import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A plain project with only the unpacked tarball of the client in its node_modules. */
export type InstalledClient = {
  project: string
  tarball: string
  /** Where the package is in the project. */
  folder: string
  [Symbol.asyncDispose](): Promise<void>
}

const run = promisify(execFile)

export async function installClient(source: string): Promise<InstalledClient> {
  const project = await mkdtemp(join(tmpdir(), 'client-'))
  // Not by npx, which waits a minute for a registry that it cannot reach.
  await run('pnpm', ['pack', '--pack-destination', project], { cwd: source })
  const tarball = join(project, (await readdir(project))[0] ?? '')
  const folder = join(project, 'node_modules/@timezone-registry/client')
  await mkdir(folder, { recursive: true })
  await run('tar', ['xzf', tarball, '-C', folder, '--strip-components=1'])
  await writeFile(join(project, 'package.json'), '{ "name": "project", "private": true }')
  return { project, tarball, folder, [Symbol.asyncDispose]: () => rm(project, { recursive: true }) }
}
