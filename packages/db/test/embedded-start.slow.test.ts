import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { mountSmallDisk } from '@timezone-registry/test-servers/small-disk'
import { isReachableByAll, UNPRIVILEGED } from '@timezone-registry/test-servers/unprivileged'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DirectoryInUse } from '../src/data-directory.ts'
import { createCluster, openEmbedded } from '../src/embedded-database.ts'
import { migrateToLatest } from '../src/migrate.ts'

const MEGABYTE = 1024
const OPEN = join(import.meta.dirname, 'open-embedded.ts')
const BUILD = join(import.meta.dirname, '../scripts/build-template.ts')

const directory = mkdtempSync(join(tmpdir(), 'template-'))
const template = join(directory, 'pgdata.tar.gz')
// A directory that was opened and closed.
const sound = join(directory, 'sound')

describe('the embedded database', () => {
  beforeAll(() => {
    execFileSync(process.execPath, [BUILD, template])
    openInProcess(sound, template)
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test('needs less than 450 MB for its first start and 16 MB of disk, and none of the template for its second', () => {
    const dataDir = join(directory, 'first')
    const first = openInProcess(dataDir, template)
    expect(first.rows).toEqual([{ encoding: 'UTF8', zone: 'UTC' }])
    // With initdb it is 750 MB.
    if (process.platform === 'linux') expect(first.peakKilobytes).toBeLessThan(450 * MEGABYTE)
    expect(openInProcess(dataDir, join(directory, 'missing')).rows).toEqual(first.rows)
    expect(megabytesOf(dataDir)).toBeLessThan(16)
  })

  test('an interrupted first start is repeated from the beginning', async () => {
    const cluster = join(directory, 'pgdata')
    mkdirSync(`${cluster}.new`)
    writeFileSync(join(`${cluster}.new`, 'half'), '')
    await createCluster(cluster, template)
    expect(readdirSync(cluster)).toContain('PG_VERSION')
    expect(readdirSync(cluster)).not.toContain('half')
    expect(readdirSync(directory)).not.toContain('pgdata.new')
  })

  test.runIf(process.getuid?.() === 0).for([
    // Of tmpfs; the cluster needs 15 MB.
    ['has nothing left', '16k', template],
    ['is full half-way', '8m', template],
    ['is full at the end', '14m', template],
    ['is full while initdb runs', '8m', join(directory, 'missing')],
  ] as const)(
    'a first start on a disk that %s leaves no part of a cluster, and succeeds once there is room',
    async ([, size, from]) => {
      using disk = mountSmallDisk(size)
      const dataDir = join(disk.path, 'data')
      const first = spawnSync(process.execPath, [OPEN, dataDir, from], { encoding: 'utf8' })
      expect(first.stderr).toMatch(/Error: The disk of the data directory .* is full. Free space on it/)
      expect(readdirSync(dataDir)).toEqual(['lock'])
      execFileSync('mount', ['-o', 'remount,size=200m', disk.path])
      expect(openInProcess(dataDir, from).rows).toHaveLength(1)
    },
  )

  const remove = (path: string) => rmSync(path, { recursive: true })
  test.for([
    ['PG_VERSION', remove, 'there is no PG_VERSION in'],
    ['PG_VERSION', (path: string) => writeFileSync(path, '16\n'), 'initialized by PostgreSQL version 16,'],
    ['PG_VERSION', (path: string) => truncateSync(path), 'PG_VERSION" does not contain valid data'],
    ['PG_VERSION', replaceByPipe, 'PG_VERSION is not a regular file'],
    ['global/pg_control', (path: string) => truncateSync(path, 100), 'pg_control": read 100 of'],
    ['global', remove, 'could not open file "global/pg_control": No such file'],
    ['base', remove, 'The database subdirectory "base/5" is missing'],
    ['base/5/1259', (path: string) => truncateSync(path, 9000), 'could not open critical system index'],
    ['pg_wal', remove, 'required WAL directory "pg_wal" does not exist'],
    ['pg_wal', (path: string) => truncateAll(path), 'could not locate a valid checkpoint record'],
    ['pg_wal', replaceByLink, 'pg_wal is not a regular file or directory'],
    ['pg_xact', remove, 'Could not open file "pg_xact/0000": No such file'],
    ['postgresql.conf', remove, 'pgdata/postgresql.conf": No such file'],
    ['pg_hba.conf', remove, 'pgdata/pg_hba.conf'],
    ['lock', (path: string) => writeFileSync(path, 'x'.repeat(100)), 'lock was not written by this service'],
  ] as const)(
    'a cluster whose %s is damaged is refused with the reason and what to do, and left as it is',
    async ([file, damage, reason]) => {
      const dataDir = copyOfSound('damaged')
      damage(join(dataDir, 'pgdata', file))
      const files = () => readdirSync(join(dataDir, 'pgdata'))
      const before = files()
      const { stderr } = spawnSync(process.execPath, [OPEN, dataDir, template], {
        encoding: 'utf8',
        timeout: 30_000,
      })
      const message = /^DataDirectoryError: .*$/m.exec(stderr)?.[0]
      expect(message).toContain(reason)
      expect(message).toMatch(/registry restore|in its place|Remove it/)
      expect(message).not.toMatch(/Aborted|initialize properly|pglite/)
      expect(files()).toEqual(expect.arrayContaining(before))
    },
  )

  test.runIf(process.getuid?.() === 0 && isReachableByAll(import.meta.dirname)).for([
    ['belongs to root', (path: string) => chownSync(path, 0, 0), 'belongs to root. Give it to this user'],
    ['is read-only', (path: string) => chmodSync(path, 0o400), 'belongs to nobody. Make it writable'],
  ] as const)('a file of the cluster that %s is named', ([, change, reason]) => {
    const dataDir = copyOfSound('foreign')
    for (const path of [directory, dirname(dataDir), dataDir]) chmodSync(path, 0o755)
    execFileSync('chown', ['-R', `${UNPRIVILEGED.uid}:${UNPRIVILEGED.gid}`, dataDir])
    const file = join(dataDir, 'pgdata/global/pg_control')
    change(file)
    const { stderr } = spawnSync(process.execPath, [OPEN, dataDir, template], {
      ...UNPRIVILEGED,
      encoding: 'utf8',
    })
    expect(stderr).toContain(`This user (nobody) cannot write to ${file}, which ${reason}`)
  })

  test('a copy without the empty folders, as Git and zip make it, opens with its records', async () => {
    const dataDir = join(directory, 'original')
    const copy = join(directory, 'copy')
    {
      await using database = await openEmbedded(dataDir, template)
      await database.withConnection((query) => query(`create table kept as select 'record' as value`))
    }
    copyWithoutEmptyFolders(dataDir, copy)
    expect(readdirSync(join(copy, 'pgdata'))).not.toContain('pg_notify')
    await using database = await openEmbedded(copy, template)
    const { rows } = await database.withConnection((query) => query('select value from kept'))
    expect(rows).toEqual([{ value: 'record' }])
    // For all that PostgreSQL might want later.
    const folders = (path: string) =>
      readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [relative(path, join(entry.parentPath, entry.name))] : [],
      )
    expect(folders(copy).toSorted()).toEqual(folders(dataDir).toSorted())
  })

  test('a start waits for a process that is about to leave, such as a command', async () => {
    const dataDir = join(directory, 'left')
    const first = await openEmbedded(dataDir, template)
    const second = openEmbedded(dataDir, template)
    await first[Symbol.asyncDispose]()
    await using _opened = await second
  })

  test('every start begins a new incarnation of the change feed, since its files may have been set back', async () => {
    const dataDir = join(directory, 'started')
    const start = async () => {
      await using database = await openEmbedded(dataDir, template)
      await migrateToLatest(database)
      const { rows } = await database.withConnection((query) =>
        query('select incarnation from timezone_feed'),
      )
      return rows[0]?.incarnation
    }
    const incarnations = [await start(), await start(), await start()]
    expect(new Set(incarnations).size).toBe(3)
  })

  test('one cluster is opened once, whichever directory leads to it, also if its lock was removed', async () => {
    const dataDir = join(directory, 'data')
    const other = join(directory, 'other')
    await using _opened = await openEmbedded(dataDir, template)
    mkdirSync(other)
    symlinkSync(join(dataDir, 'pgdata'), join(other, 'pgdata'))
    rmSync(join(dataDir, 'lock'))
    for (const path of [other, dataDir]) await expect(openEmbedded(path)).rejects.toThrow(DirectoryInUse)
  })
})

function copyOfSound(name: string): string {
  const copy = join(mkdtempSync(join(directory, `${name}-`)), 'data')
  execFileSync('cp', ['-a', sound, copy])
  return copy
}

function openInProcess(dataDir: string, template: string) {
  const output = execFileSync(process.execPath, [OPEN, dataDir, template], { encoding: 'utf8' })
  return JSON.parse(output) as { rows: unknown[]; peakKilobytes: number }
}

function megabytesOf(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6
}

function replaceByPipe(path: string): void {
  rmSync(path)
  execFileSync('mkfifo', [path])
}

function replaceByLink(path: string): void {
  renameSync(path, `${path}-moved`)
  symlinkSync(`${path}-moved`, path)
}

function truncateAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) truncateSync(join(folder, entry.name), 1000)
}

function copyWithoutEmptyFolders(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const target = join(to, relative(from, entry.parentPath))
    mkdirSync(target, { recursive: true })
    copyFileSync(join(entry.parentPath, entry.name), join(target, entry.name))
  }
}
