import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar'
import { lockDataDirectory } from './data-directory.ts'
import { messageOf } from './database-error.ts'
import { FORMAT, listFiles, MANIFEST, type Manifest } from './embedded-backup.ts'
import { openEmbedded } from './embedded-database.ts'
import { createCountMigrations } from './migrate.ts'
import { MIGRATIONS, readMigrations } from './migration-files.ts'

/**
 * Creates the embedded database in a directory from a backup; the change feed starts a new incarnation. Rejects, and leaves
 * nothing behind, if there is a database already, or if the backup is damaged or was made by a newer version.
 */
export async function restore(file: string, dataDir: string): Promise<void> {
  using _lock = lockDataDirectory(dataDir)
  const cluster = join(dataDir, 'pgdata')
  if (existsSync(cluster))
    throw new Error(
      `There is a database in ${dataDir} already. Move it away, or set DATA_DIR to an empty directory.`,
    )
  // A start removes it if this process is killed.
  const incomplete = `${cluster}.new`
  rmSync(incomplete, { recursive: true, force: true })
  using _removed = { [Symbol.dispose]: () => rmSync(incomplete, { recursive: true, force: true }) }
  const extracted = join(incomplete, 'pgdata')
  mkdirSync(extracted, { recursive: true, mode: 0o700 })
  await unpack(file, extracted)
  await recover(incomplete, await takeManifest(file, extracted))
  for (const path of ['/', ...(await listFiles(extracted))]) await syncPath(join(extracted, path))
  renameSync(extracted, cluster)
}

async function unpack(file: string, directory: string): Promise<void> {
  try {
    const unpacked = extract({ cwd: directory, strict: true, preserveOwner: false })
    await pipeline(createReadStream(file), createGunzip(), unpacked)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (/^E[A-Z]+$/.test(code ?? ''))
      throw new Error(`${file} cannot be restored: ${message}`, { cause: error })
    throw new Error(`${file} is damaged, or no backup of this service: ${message}`, { cause: error })
  }
}

async function takeManifest(file: string, directory: string): Promise<Manifest> {
  const path = join(directory, MANIFEST)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${file} is no backup of this service`)
  })
  rmSync(path)
  const manifest: Manifest = JSON.parse(text)
  if (manifest.format !== FORMAT) throw newer(manifest)
  return manifest
}

/** Opens the database once, which makes it consistent and shows that this version can use it. */
async function recover(directory: string, manifest: Manifest): Promise<void> {
  await using database = await openEmbedded(directory).catch((error: unknown) => {
    const { version, postgres } = manifest
    throw new Error(
      `The backup cannot be opened: ${messageOf(error)}. Version ${version} made it with PostgreSQL ${postgres}; restore it with that version.`,
      { cause: error },
    )
  })
  const { applied } = await createCountMigrations(database)()
  if (applied > readMigrations(MIGRATIONS).length) throw newer(manifest)
}

function newer({ version }: Manifest): Error {
  return new Error(`The backup was made by version ${version}, which is newer. Restore it with that version.`)
}

async function syncPath(path: string): Promise<void> {
  if (path.endsWith(sep)) return
  await using file = await open(path, 'r+')
  await file.sync()
}
