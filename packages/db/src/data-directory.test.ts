import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isReachableByAll, UNPRIVILEGED } from '@timezone-registry/test-servers/unprivileged'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DirectoryInUse, lockDataDirectory } from './data-directory.ts'

const MODULE = join(import.meta.dirname, 'data-directory.ts')
const isRoot = process.getuid?.() === 0

describe('the data directory', () => {
  test('is locked for one process, by each of its names', () => {
    const directory = createDirectory()
    const link = `${directory}-link`
    symlinkSync(directory, link)
    onTestFinished(() => rmSync(link))
    {
      using _locked = lockDataDirectory(directory)
      for (const name of [directory, link]) expect(() => lockDataDirectory(name)).toThrow(DirectoryInUse)
    }
    using _locked = lockDataDirectory(link)
    expect(() => lockDataDirectory(directory)).toThrow(DirectoryInUse)
  })

  test('is locked by a lock that is hard-linked, or was moved with it', () => {
    const [directory, other] = [createDirectory(), createDirectory()]
    using _locked = lockDataDirectory(directory)
    linkSync(join(directory, 'lock'), join(other, 'lock'))
    expect(() => lockDataDirectory(other)).toThrow(DirectoryInUse)
    renameSync(directory, `${directory}-moved`)
    onTestFinished(() => rmSync(`${directory}-moved`, { recursive: true }))
    expect(() => lockDataDirectory(`${directory}-moved`)).toThrow(DirectoryInUse)
  })

  test.for([
    ['junk in lock', (lock: string) => writeFileSync(lock, 'x'.repeat(100)), /was not written by this/],
    ['a lock that is a directory', (lock: string) => mkdirSync(lock), /is not a regular file/],
    // Each container has its own of these.
    ['a lock that is a device', (lock: string) => symlinkSync('/dev/null', lock), /is not a regular file/],
    ['a lock that leads elsewhere', (lock: string) => symlinkSync('other', lock), /is not a regular file/],
  ] as const)('with %s is refused with the reason', ([, prepare, reason]) => {
    const directory = createDirectory()
    prepare(join(directory, 'lock'))
    expect(() => lockDataDirectory(directory)).toThrow(reason)
  })

  test('that is a file is refused with the reason', () => {
    const file = join(createDirectory(), 'file')
    writeFileSync(file, '')
    chmodSync(file, 0o644)
    const pipe = `${file}-pipe`
    spawnSync('mkfifo', [pipe])
    for (const path of [file, join(file, 'data'), pipe, '/dev/null', '/dev/null/data'])
      expect(() => lockDataDirectory(path)).toThrow(/is not a directory. Set DATA_DIR/)
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  test
    .runIf(process.platform === 'linux')
    .for(['/proc/data', '/proc/self/a/b', '/proc', '/sys/data', '/sys/kernel'])(
    '%s, where nothing can be created, is refused at once',
    (directory) => {
      const { stderr, signal } = runLock(directory, { timeout: 20_000 })
      expect(signal).toBe(null)
      expect(String(stderr)).toMatch(/DataDirectoryError: \/.* (?:cannot be created \(E|cannot write to)/)
    },
  )

  test('and what is in it belong to this user alone, as soon as it is locked', () => {
    const directory = createDirectory()
    const paths = ['', 'lock', 'pgdata', 'pgdata/base', 'pgdata/base/1'].map((path) => join(directory, path))
    const [, lock = '', cluster = '', base = '', table = ''] = paths
    for (const path of [cluster, base]) mkdirSync(path)
    for (const path of [lock, table]) writeFileSync(path, '')
    for (const path of paths) chmodSync(path, statSync(path).isFile() ? 0o666 : 0o755)
    using _locked = lockDataDirectory(directory)
    expect(paths.map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual([
      '700',
      '600',
      '700',
      '700',
      '600',
    ])
  })

  test.runIf(isRoot).for([
    ['they share it, as they do /tmp', 0o1777, 'lock'],
    ['it has other files, as /srv has', 0o755, 'other'],
  ] as const)('stays open to others if %s', ([, mode, file]) => {
    const directory = createDirectory()
    chmodSync(directory, mode)
    writeFileSync(join(directory, file), '', { mode: 0o600 })
    using _locked = lockDataDirectory(directory)
    expect(statSync(directory).mode & 0o7777).toBe(mode)
    expect(statSync(join(directory, 'lock')).mode & 0o777).toBe(0o600)
  })

  test.runIf(isRoot)(
    'of another user is refused to root, who would leave files that its owner cannot write',
    () => {
      const directory = createDirectory()
      mkdirSync(join(directory, 'pgdata'))
      chownSync(join(directory, 'pgdata'), UNPRIVILEGED.uid, UNPRIVILEGED.gid)
      expect(() => lockDataDirectory(directory)).toThrow(/belongs to nobody. Run this as that user/)
      expect(existsSync(join(directory, 'lock'))).toBe(false)
    },
  )

  test.runIf(isRoot && isReachableByAll(import.meta.dirname)).for([
    ['the lock', (directory: string) => writeFileSync(join(directory, 'lock'), '', { mode: 0o644 })],
    ['the directory', (directory: string) => chownSync(directory, 0, 0)],
    ['the directory, which is private,', (directory: string) => chownSync(directory, 0, 0), 0o700],
  ] as const)(
    'is refused to another user if %s belongs to root, who is named',
    ([, prepare, mode = 0o755]) => {
      const directory = createDirectory()
      chownSync(directory, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
      prepare(directory)
      chmodSync(directory, mode)
      expect(lockAsNobody(directory)).toMatch(
        /This user \(nobody\) cannot write to .*, which belongs to root\./,
      )
    },
  )

  test.runIf(isRoot)('on a read-only file system is refused with the reason', () => {
    const directory = createDirectory()
    writeFileSync(join(directory, 'lock'), '')
    mount('--bind', directory, directory)
    mount('-o', 'remount,bind,ro', directory)
    expect(() => lockDataDirectory(directory)).toThrow(/is on a read-only file system. Make it writable/)
  })
})

function createDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'data-directory-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

function mount(...args: string[]): void {
  expect(spawnSync('mount', args)).toMatchObject({ status: 0 })
  const target = args.at(-1) ?? ''
  onTestFinished(() => void spawnSync('umount', ['--lazy', target]))
}

/** What locking a directory in another user's process reports. */
function lockAsNobody(directory: string): string {
  return String(runLock(directory, UNPRIVILEGED).stderr)
}

function runLock(directory: string, options: SpawnSyncOptions) {
  const code = `import { lockDataDirectory } from '${MODULE}'; lockDataDirectory('${directory}')`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', code], options)
}
