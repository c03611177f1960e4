import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { openEmbedded } from '../src/embedded-database.ts'

const directory = mkdtempSync(join(tmpdir(), 'embedded-log-'))
afterEach(() => {
  vi.useRealTimers()
  rmSync(directory, { recursive: true })
})

test('the embedded database limits its write-ahead log while it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await using database = await openEmbedded(directory)
  const log = join(directory, 'pgdata', 'pg_wal')
  const megabytes = () =>
    readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0) / 1024 / 1024
  await database.drizzle.execute(sql`create table log_test (text text)`)
  for (let round = 0; round < 6; round++) {
    await database.drizzle.execute(
      sql`insert into log_test select repeat('x', 1500) from generate_series(1, 10000)`,
    )
    await database.drizzle.execute(sql`truncate log_test`)
    vi.advanceTimersByTime(60_000)
    await database.ping()
  }
  // 96 MB were written.
  expect(megabytes()).toBeLessThan(70)
})
