import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import type { Database } from '../src/database.ts'
import { MigrationError } from '../src/database-error.ts'
import { assertMigrated, migrateToLatest } from '../src/migrate.ts'
import { appendMigration, copyMigrations, migrationTags } from './migrations-folder.ts'
import { openTestDatabase } from './open-test-database.ts'

const OLD_TABLE = `create table timezones (user_id text primary key, username text not null, timezone text not null)`
const OLD_ROWS = `insert into timezones (user_id, username, timezone) values ('1', 'ann', 'Europe/Berlin'), ('2', E'bad\\x01name', 'Asia/Tokyo'), ((select string_agg(md5(n::text), '') from generate_series(1, 80) n), repeat('ﷺ', 5000), 'UTC')`

// The states in which this version may find a database.
const STARTING_STATES: Record<string, string[]> = {
  'an empty database': [],
  'a table with three columns and rows': [OLD_TABLE, OLD_ROWS],
  'a table with created_at only': [
    OLD_TABLE,
    'alter table timezones add column created_at timestamptz default now()',
    OLD_ROWS,
    "update timezones set created_at = '2020-01-02T03:04:05Z'",
  ],
  'a table with every column, created by another program': [
    OLD_TABLE,
    'alter table timezones add column created_at timestamptz default now(), add column updated_at timestamptz default now()',
    'create index idx_timezones_updated_at on timezones (updated_at)',
    OLD_ROWS,
  ],
}

describe('migrateToLatest', () => {
  test.for(Object.entries(STARTING_STATES))(
    'brings %s to the same schema and keeps every row',
    async ([, statements]) => {
      await using reference = await openTestDatabase()
      await migrateToLatest(reference)
      await using database = await openTestDatabase()
      const before = await database.withConnection(async (query) => {
        for (const statement of statements) await query(statement)
        return statements.length > 0 ? (await query('select * from timezones order by user_id')).rows : []
      })

      await migrateToLatest(database)

      expect(await describeSchema(database)).toEqual(await describeSchema(reference))
      const after = await rowsOf(database)
      expect(after).toMatchObject(before)
      expect(after).toHaveLength(before.length)
    },
  )

  test('changes nothing the second time', async () => {
    await using database = await openTestDatabase()
    expect(await migrateToLatest(database)).toHaveLength(migrationTags.length)
    const schema = await describeSchema(database)

    expect(await migrateToLatest(database)).toEqual([])
    expect(await describeSchema(database)).toEqual(schema)
  })

  test('lets eight processes start at the same time', async () => {
    const url = await createTestDatabase()
    const script = fileURLToPath(new URL('./migrate-process.ts', import.meta.url))
    const runs = Array.from({ length: 8 }, () => promisify(execFile)(process.execPath, [script, url]))

    const counts = (await Promise.all(runs)).map(({ stdout }) => Number(stdout))

    // Each migration was applied once; the others waited and found nothing to do.
    expect(counts.reduce((total, count) => total + count)).toBe(migrationTags.length)
    expect(await findInvalidIndexes(url)).toEqual([])
  })

  test('names the migration that fails and leaves the database as it was', async () => {
    await using database = await openTestDatabase()
    using copy = copyMigrations({ before: '0002' })
    const { folder } = copy
    appendMigration(
      folder,
      'create table half_way (id int);--> statement-breakpoint\nselect no_such_function()',
    )

    await expect(migrateToLatest(database, { folder })).rejects.toThrow(
      /Migration 9999_appended failed: function no_such_function\(\) does not exist/,
    )

    const { rows } = await database.withConnection((query) =>
      query(
        "select nspname, relname from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'drizzle')",
      ),
    )
    expect(rows).toEqual([])
    await expect(
      database.withConnection((query) => query('select from pg_namespace where nspname = $1', ['drizzle'])),
    ).resolves.toMatchObject({ rows: [] })
  })

  test('recognises a database of another history of migrations, and says what to do', async () => {
    await using database = await openTestDatabase()
    using copy = copyMigrations()
    const { folder } = copy
    await migrateToLatest(database, { folder })
    const first = join(folder, `${migrationTags[0]}.sql`)
    writeFileSync(first, `${readFileSync(first, 'utf8')}\n-- edited`)

    await expect(migrateToLatest(database, { folder })).rejects.toThrow(MigrationError)
    await expect(assertMigrated(database, { folder })).rejects.toThrow(
      /made by a development version with another 0000_create_timezones.*registry export.*registry import/,
    )
  })

  test('accepts a database that a newer version has migrated', async () => {
    await using database = await openTestDatabase()
    using newer = copyMigrations()
    appendMigration(newer.folder, 'create table newer (id int)')
    await migrateToLatest(database, { folder: newer.folder })

    await expect(migrateToLatest(database)).resolves.toEqual([])
    await expect(assertMigrated(database)).resolves.toBeUndefined()
  })
})

test('assertMigrated names what is missing and changes nothing', async () => {
  await using database = await openTestDatabase()

  await expect(assertMigrated(database)).rejects.toThrow(/lacks 0000_create_timezones.*registry migrate/)
  const { rows } = await database.withConnection((query) => query("select to_regclass('timezones') as found"))
  expect(rows).toEqual([{ found: null }])
})

/** Columns, indexes and constraints, from the catalogue. */
function describeSchema(database: Database) {
  return database.withConnection(async (query) => [
    (
      await query(
        "select column_name, data_type, is_nullable, column_default, ordinal_position from information_schema.columns where table_name = 'timezones' order by 1",
      )
    ).rows,
    (await query("select indexdef from pg_indexes where tablename = 'timezones' order by 1")).rows,
    // PostgreSQL 18 also lists NOT NULL here; is_nullable above covers it.
    (
      await query(
        "select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'timezones'::regclass and contype <> 'n' order by 1",
      )
    ).rows,
  ])
}

async function findInvalidIndexes(url: string) {
  await using database = await openTestDatabase({ url })
  return database.withConnection(
    async (query) =>
      (await query('select indexrelid::regclass::text as name from pg_index where not indisvalid')).rows,
  )
}

async function rowsOf(database: Database) {
  return (await database.withConnection((query) => query('select * from timezones order by user_id'))).rows
}
