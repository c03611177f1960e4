import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A plain project with only the unpacked tarball of the client in its node_modules. */
export type InstalledClient = {
  project: string
  tarball: string
  /** Where the package is in the project. */
  folder: string
  [Symbol.asyncDispose](): Promise<void>
}

const ROOT = new URL('../../package.json', import.meta.url)
const run = promisify(execFile)

export async function installClient(source: string): Promise<InstalledClient> {
  const project = await mkdtemp(join(tmpdir(), 'client-'))
  const { packageManager } = JSON.parse(await readFile(ROOT, 'utf8'))
  // Offline, because npx waits a minute for a registry that it cannot reach. The build needs this Node.
  await run('npx', ['--yes', '--offline', packageManager, 'pack', '--pack-destination', project], {
    cwd: source,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
  })
  const tarball = join(project, (await readdir(project))[0] ?? '')
  const folder = join(project, 'node_modules/@timezone-registry/client')
  await mkdir(folder, { recursive: true })
  await run('tar', ['xzf', tarball, '-C', folder, '--strip-components=1'])
  await writeFile(join(project, 'package.json'), '{ "name": "project", "private": true }')
  return { project, tarball, folder, [Symbol.asyncDispose]: () => rm(project, { recursive: true }) }
}
