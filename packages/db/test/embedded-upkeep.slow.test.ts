import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEmbedded } from '../src/embedded-database.ts'
import { migrateToLatest } from '../src/migrate.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-upkeep-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(directory, { recursive: true })
})

test('the embedded database limits its write-ahead log while it runs', async () => {
  await using database = await openEmbedded(directory)
  const log = join(directory, 'pgdata', 'pg_wal')
  const megabytes = () =>
    readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0) / 1024 / 1024
  const run = (text: string) => database.withConnection((query) => query(text))
  await run('create table log_test (text text)')
  for (let round = 0; round < 6; round++) {
    await run("insert into log_test select repeat('x', 1500) from generate_series(1, 10000)")
    await run('truncate log_test')
    vi.advanceTimersByTime(10_000)
    await database.ping()
  }
  // 96 MB were written.
  expect(megabytes()).toBeLessThan(70)
})

test('its tables use the space of dead rows again, and its index of names forgets them', async () => {
  await using database = await openEmbedded(directory)
  await migrateToLatest(database)
  const run = async (text: string) => (await database.withConnection((query) => query(text))).rows
  const kilobytes = async (name: string) =>
    Number((await run(`select pg_relation_size('${name}') / 1024 as size`))[0]?.size)
  const rename = async () => {
    for (let round = 0; round < 20; round++)
      await run(`update timezones set username = 'Name ${round} of ' || user_id, updated_at = now()`)
  }
  await run(
    `insert into timezones (user_id, username, timezone) select id, 'Name', 'UTC' from generate_series(1, 500) id`,
  )
  await rename()
  const table = await kilobytes('timezones')
  const index = await kilobytes('idx_timezones_public_name')
  expect(Math.min(table, index)).toBeGreaterThan(500)
  await expect
    .poll(async () => {
      vi.advanceTimersByTime(10_000)
      return kilobytes('idx_timezones_public_name')
    })
    .toBeLessThan(index / 3)
  await rename()
  expect(await kilobytes('timezones')).toBe(table)
})
