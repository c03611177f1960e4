import { randomUser, type TestApi } from './start-test-api.ts'

/** A name that would break out of HTML. */
export const NASTY = `<script>alert(1)</script>"'&`

/** Adds a record, by default of `nelly`, and resolves to its id. */
export async function save(
  api: TestApi,
  fields: { timezone: string; username?: string; visibility?: string; availability?: string },
) {
  const id = randomUser().user_id
  const { timezone, username = 'nelly', visibility = 'public', availability } = fields
  const name = username.replaceAll("'", "''")
  await api.execute(
    `insert into timezones (user_id, username, timezone, visibility, availability) values ('${id}', '${name}', '${timezone}', '${visibility}', ${availability === undefined ? 'null' : `'${availability}'`})`,
  )
  return id
}

/** Every page and picture of a person. */
export const pathsOf = (id: string) => [`/u/${id}`, `/u/${id}/card.png`, `/badge/${id}.svg`, `/embed/${id}`]
