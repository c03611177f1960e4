import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { saveBackup } from './backup.ts'
import { createDirectory } from './data-directory.ts'
import type { Database } from './database.ts'

const BACKUP_NAME = /^registry-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\dZ)\.backup$/
// Not of another name, which `registry backup` may be writing.
const INCOMPLETE_NAME = /^registry-[\dTZ-]{18}\.backup\.incomplete$/

/** How many seconds ago the last scheduled backup was made; infinite if there is none. */
export async function findBackupAge(directory: string): Promise<number> {
  const last = (await listBackups(directory)).at(-1)
  return last === undefined ? Number.POSITIVE_INFINITY : (Date.now() - last.at.getTime()) / 1000
}

/** Oldest first. One from the future was made while the clock was wrong: it is not counted, nor removed. */
async function listBackups(directory: string): Promise<{ name: string; at: Date }[]> {
  const names = await readdir(directory).catch(() => [])
  return names
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .map((name) => ({ name, at: new Date(name.replace(BACKUP_NAME, '$1$2:$3:$4')) }))
    .filter(({ at }) => at.getTime() <= Date.now())
}

const CHECK_MILLISECONDS = 60_000

type BackupsOptions = {
  database: Database
  version: string
  directory: string
  everySeconds: number
  keep: number
  onDone: (file: string) => void
  onFailure: (error: unknown) => void
}

/** Makes a backup when the last one is `everySeconds` old, and keeps `keep`. Retries each minute after a failure. */
export function startBackups(options: BackupsOptions): AsyncDisposable {
  const { database, directory, everySeconds, keep, onDone, onFailure, version } = options
  const stopped = new AbortController()
  let hasFailed = false

  async function makeIfDue(): Promise<void> {
    if ((await findBackupAge(directory)) < everySeconds) return
    createDirectory(directory)
    // Of a process that was killed.
    for (const name of await readdir(directory)) if (INCOMPLETE_NAME.test(name)) rmSync(join(directory, name))
    const file = join(directory, `registry-${new Date().toISOString().replace(/\.\d+|:/g, '')}.backup`)
    await saveBackup(database, file, { version, signal: stopped.signal })
    const old = (await listBackups(directory)).slice(0, -keep)
    for (const { name } of old) rmSync(join(directory, name))
    onDone(file)
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await makeIfDue().then(
        () => {
          hasFailed = false
        },
        (error: unknown) => {
          if (!hasFailed && !stopped.signal.aborted) onFailure(error)
          hasFailed = true
        },
      )
      await sleep(CHECK_MILLISECONDS, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    [Symbol.asyncDispose]: async () => {
      stopped.abort()
      await running
    },
  }
}
