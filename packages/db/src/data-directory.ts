import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from './database-error.ts'

/** The data directory cannot be used; the message says why, and what to do. */
class DataDirectoryError extends Error {
  override readonly name: string = 'DataDirectoryError'
}

/** Another process has locked the data directory. */
export class DirectoryInUse extends DataDirectoryError {
  override readonly name = 'DirectoryInUse'

  constructor(directory: string) {
    super(`Another process is using the data directory ${directory}. Stop it, ${ELSEWHERE}.`)
  }
}

const STICKY = 0o1000
const FOR_OTHERS = 0o077
const ELSEWHERE = 'or set DATA_DIR to another directory'

/** Creates the directory, keeps others out of it, and locks it until the result is disposed. Throws `DirectoryInUse`. */
export function lockDataDirectory(directory: string): Disposable {
  return explainFailure(directory, () => {
    createDirectory(directory)
    // Fails for a file or a device, whose rights stay as they are.
    statSync(`${directory}/.`)
    keepPrivate(directory)
    assertNotForeign(join(directory, 'pgdata'))
    return lockFile(join(directory, 'lock'))
  })
}

/** Node's own `recursive` never ends in a file system that takes no directories, such as `/proc`. */
export function createDirectory(path: string): void {
  if (existsSync(path)) return
  createDirectory(dirname(resolve(path)))
  mkdirSync(path, { mode: 0o700 })
}

/** Throws an error that says why if a directory, which may be missing, takes no database; leaves nothing. */
export function tryDirectory(directory: string): void {
  const isThere = existsSync(directory)
  let path = isThere ? join(directory, 'doctor') : resolve(directory)
  while (!existsSync(dirname(path))) path = dirname(path)
  explainFailure(isThere ? directory : path, () => {
    mkdirSync(path, { mode: 0o700 })
    rmdirSync(path)
  })
}

/**
 * Locks a file, which it creates, until the result is disposed. PGlite takes no lock. SQLite uses the operating system's
 * file lock, which is released when the process ends, even after a crash; a file with a process id would remain.
 */
export function lockFile(path: string): Disposable {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (file !== undefined && !file.isFile())
    throw new DataDirectoryError(`${path} is not a regular file. Remove it, ${ELSEWHERE}.`)
  // Not otherwise: closing a file releases the locks that this process has on it.
  if (file === undefined) writeFileSync(path, '', { mode: 0o600, flag: 'a' })
  // SQLite opens a file for reading only if it may not write it, and then locks nothing.
  accessSync(path, constants.R_OK | constants.W_OK)
  const lock = new DatabaseSync(path)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw explainLock(error, path)
  }
  return { [Symbol.dispose]: () => lock.close() }
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const SQLITE_NOT_A_DATABASE = 26

function explainLock(error: unknown, path: string): unknown {
  const { errcode, message } = error as { errcode?: number; message: string }
  const directory = dirname(path)
  if (errcode === SQLITE_BUSY) return new DirectoryInUse(directory)
  if (errcode === SQLITE_NOT_A_DATABASE)
    return new DataDirectoryError(
      `${path} was not written by this service. Remove it if no service uses ${directory}, ${ELSEWHERE}.`,
    )
  if (errcode === undefined || errcode === SQLITE_FULL) return error
  return new DataDirectoryError(
    `${path} cannot be locked (${message}). The file system must have file locks: set DATA_DIR to a directory on a local disk.`,
    { cause: error },
  )
}

/** Runs what needs the data directory. Rejects with the cause of a failure and what to do. */
export function explainFailure<T>(directory: string, run: () => T): T {
  const fail = (error: unknown): never => {
    throw explain(error, directory)
  }
  try {
    const result = run()
    return result instanceof Promise ? (result.catch(fail) as T) : result
  } catch (error) {
    return fail(error)
  }
}

function explain(cause: unknown, directory: string): unknown {
  if (cause instanceof DataDirectoryError) return cause
  const { code, syscall, path = directory } = cause as NodeJS.ErrnoException
  const failure = (message: string) => new DataDirectoryError(message, { cause })
  if (isFull(cause) || isDiskFull(directory)) return failure(fullDisk(directory))
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return failure(`The data directory ${directory} is not a directory. Set DATA_DIR to another one.`)
  if (code === 'EROFS')
    return failure(
      `The data directory ${directory} is on a read-only file system. Make it writable, ${ELSEWHERE}.`,
    )
  if (/^(?:mkdir|open)$/.test(syscall ?? '') && (code === 'ENOENT' || isRoot()))
    return failure(`${path} cannot be created (${code}). Set DATA_DIR to a directory on a local disk.`)
  if (code === 'EACCES' || code === 'EPERM')
    return failure(
      `This user${ownId()} cannot write to ${path}, which belongs to ${ownerOf(path)}. ${isOurs(path) ? 'Make it writable' : 'Give it to this user'}, ${ELSEWHERE}, or set DATABASE_URL.`,
    )
  const reason = messageOf(cause).replace(/[.]$/, '')
  return failure(`The database in ${directory} cannot be used: ${reason}. ${adviceFor(reason)}`)
}

function adviceFor(reason: string): string {
  return reason.startsWith('database files are incompatible')
    ? 'Make a backup of it with the version of the service that wrote it, and restore that into another directory with "registry restore".'
    : 'If its files are damaged or were not all copied, copy the whole directory again while no service uses it, or restore a backup into another directory with "registry restore".'
}

function fullDisk(directory: string): string {
  return `The disk of the data directory ${directory} is full. Free space on it, or move the directory to another disk and set DATA_DIR to it.`
}

// By the operating system, by WebAssembly's (ENOSPC and EDQUOT), and by SQLite.
function isFull(error: unknown): boolean {
  const { code = '', errno, errcode } = error as { code?: string; errno?: number; errcode?: number }
  const isOfWebAssembly = code === '' && (errno === 51 || errno === 19)
  return /^(?:ENOSPC|EDQUOT)$/.test(code) || isOfWebAssembly || errcode === SQLITE_FULL
}

// PostgreSQL removes the segment of its log, of 1 MB, that it could not write.
const TRIAL_BYTES = 4 * 1024 * 1024

/** Whether the disk or the user's quota has less than 4 MB left: writes a file of that size, and removes it. */
export function isDiskFull(directory: string): boolean {
  const trial = join(directory, `space-${process.pid}`)
  try {
    writeFileSync(trial, Buffer.alloc(TRIAL_BYTES), { mode: 0o600 })
    rmSync(trial)
    return false
  } catch (error) {
    if (isFull(error)) rmSync(trial, { force: true })
    return isFull(error)
  }
}

/** Root may write another user's files, and leaves some that this user may not write. */
function assertNotForeign(cluster: string): void {
  if (!isRoot() || !existsSync(cluster) || isOurs(cluster)) return
  throw new DataDirectoryError(
    `The database in ${dirname(cluster)} belongs to ${ownerOf(cluster)}. Run this as that user, ${ELSEWHERE}.`,
  )
}

const OWN_FILES = ['lock', 'lock-journal', 'pgdata', 'pgdata.new', 'registry.sock']

/** Takes others' rights to the directory, unless they share it, as /tmp, or it has other files, as /srv. */
function keepPrivate(directory: string): void {
  if ((statSync(directory).mode & STICKY) !== 0) return
  if (readdirSync(directory).every((name) => OWN_FILES.includes(name))) restrict(directory)
  for (const name of OWN_FILES) {
    const path = join(directory, name)
    if (existsSync(path)) restrict(path)
  }
  const cluster = join(directory, 'pgdata')
  if (!existsSync(cluster) || !isOurs(cluster)) return
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    // PGlite follows no links out of the cluster, and waits for the writer of a pipe.
    if (!entry.isFile() && !entry.isDirectory())
      throw new DataDirectoryError(
        `${path} is not a regular file or directory, as all in ${cluster} must be. Put what a link leads to in its place.`,
      )
    restrict(path)
  }
}

function restrict(path: string): void {
  const { mode, uid } = lstatSync(path)
  const isLink = (mode & constants.S_IFMT) === constants.S_IFLNK
  if (uid === process.getuid?.() && !isLink && (mode & FOR_OTHERS) !== 0) chmodSync(path, mode & 0o700)
}

function isOurs(path: string): boolean {
  return findOwner(path) === process.getuid?.()
}

/** The owner of a file, or of the directory where it is missing or that this user may not enter. */
function findOwner(path: string): number | undefined {
  try {
    return statSync(existsSync(path) ? path : dirname(path)).uid
  } catch {
    return undefined
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function ownId(): string {
  return process.getuid === undefined ? '' : ` (${nameOf(process.getuid())})`
}

function ownerOf(path: string): string {
  const uid = findOwner(path)
  return uid === undefined ? 'somebody else' : nameOf(uid)
}

function nameOf(uid: number): string {
  const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  return new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(accounts)?.[1] ?? `user ${uid}`
}
