import { expect, test } from 'vitest'
import { migrateToLatest } from '../src/migrate.ts'
import { openTestDatabase } from './open-test-database.ts'

const ENTRY = ';mo,tu,we,th,fr,sa,su 00:00-24:00'

test('the table takes only availabilities that the service can read, whichever program writes', async () => {
  await using database = await openTestDatabase()
  await migrateToLatest(database)
  const isTaken = (availability: string) =>
    database
      .withConnection((query) =>
        query(
          "insert into timezones (user_id, username, timezone, availability) values ($1, 'x', 'UTC', $2)",
          [crypto.randomUUID(), availability],
        ),
      )
      .then(
        () => true,
        (error: Error) => !/timezones_availability/.test(String(error.cause ?? error)),
      )
  for (const text of ['state', 'hours', 'hours;mo 09:00-09:00', `state${ENTRY.repeat(14)}`])
    expect(await isTaken(text), text).toBe(true)
  for (const text of [
    '',
    'all',
    'hours;',
    'hours;mo',
    'hours;mo,ab 09:00-17:00',
    'hours;mo 24:00-17:00',
    'hours;mo 09:00-24:01',
    'hours;mo 09:00-17:00\n',
    '{"show":"hours"}',
    `state${ENTRY.repeat(15)}`,
  ])
    expect(await isTaken(text), text).toBe(false)
})
