import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { runCommand } from './run-command.ts'

/** Runs `registry` on a database. */
export function registry(DATABASE_URL: string, ...args: string[]) {
  return runCommand({ DATABASE_URL }, ...args)
}

/** The usernames in a database, by user id. */
export async function names(databaseUrl: string): Promise<Record<string, string>> {
  const records: Record<string, { username: string }> = JSON.parse(
    (await registry(databaseUrl, 'export')).stdout,
  )
  return Object.fromEntries(Object.entries(records).map(([id, { username }]) => [id, username]))
}

/** A directory that is removed after the tests of the file that calls this. `write` returns the path of a new file. */
export function createFiles() {
  const directory = mkdtempSync(join(tmpdir(), 'registry-transfer-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  return {
    directory,
    write: (name: string, lines: string[]): string => {
      const file = join(directory, name)
      writeFileSync(file, `${lines.join('\n')}\n`)
      return file
    },
  }
}
