import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** The names of this build's migrations, in order. */
export const migrationTags: readonly string[] = readJournal(MIGRATIONS).entries.map(({ tag }) => tag)

/** A copy of the migrations, or of those before the one whose name begins with `before`. Removed when disposed. */
export function copyMigrations({ before }: { before?: string } = {}): { folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  if (before !== undefined) {
    const { entries, ...journal } = readJournal(folder)
    const end = entries.findIndex(({ tag }) => tag.startsWith(before))
    writeJournal(folder, { ...journal, entries: entries.slice(0, end) })
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** Adds a migration after the others; dated after them by default. */
export function appendMigration(
  folder: string,
  sql: string,
  { when = 9_999_999_999_999, tag = '9999_appended' } = {},
): void {
  const journal = readJournal(folder)
  journal.entries.push({ idx: journal.entries.length, version: '7', when, tag, breakpoints: true })
  writeJournal(folder, journal)
  writeFileSync(join(folder, `${tag}.sql`), sql)
}

type Journal = {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

function readJournal(folder: string): Journal {
  return JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
}

function writeJournal(folder: string, journal: Journal): void {
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
}
