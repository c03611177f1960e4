import type { TimezoneRecord } from './timezone-store.ts'

// More than there are zones. A table from another program may hold any text, so the number needs a limit.
const MAX_SHARED_TEXTS = 1000

/**
 * Creates a function that copies a record into less memory, because the cache keeps many: the id is the string that is
 * also its key, and a zone or visibility that many records have is one string for all of them.
 */
export function createCompactor(): (
  userId: string,
  record: TimezoneRecord | undefined,
) => TimezoneRecord | undefined {
  const texts = new Map<string, string>()

  function share<Text extends string>(text: Text): Text {
    const known = texts.get(text)
    if (known !== undefined) return known as Text
    if (texts.size < MAX_SHARED_TEXTS) texts.set(text, text)
    return text
  }

  return (userId, record) => {
    if (record === undefined) return undefined
    const { username, timezone, createdAt, updatedAt, visibility } = record
    return {
      userId,
      username,
      timezone: share(timezone),
      createdAt,
      // Most records have never been changed.
      updatedAt: updatedAt === createdAt ? createdAt : updatedAt,
      visibility: share(visibility),
    }
  }
}
