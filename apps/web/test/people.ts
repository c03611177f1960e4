import { createContractClient } from '@timezone-registry/contract'

/** A record as a test saves it. */
export type SavedPerson = readonly [id: string, name: string, timezone: string]

/** A name of 255 letters. */
export const LONG_NAME = 'w'.repeat(255)
/** A name that a page must not take for HTML. */
export const HTML_NAME = '<img src=x onerror=alert(1)>'

/** Everyone whose record the open service has from the start. Tests that change a record save one of their own. */
export const PEOPLE: readonly SavedPerson[] = [
  ['80351110224678912', 'nelly', 'Europe/Berlin'],
  ['80351110224678913', 'nelly', 'America/Argentina/Buenos_Aires'],
  ['2', 'Aarav', 'Asia/Kolkata'],
  ['3', 'Maya', 'America/New_York'],
  ['4', 'Sione', 'Pacific/Auckland'],
  ['5', 'Lucía', 'America/Argentina/Buenos_Aires'],
  ['6', 'Kenji', 'Asia/Tokyo'],
  ['7', 'Sam', 'America/New_York'],
  ['8', 'Zoë', 'Europe/Berlin'],
  ['9', 'Noor', 'Asia/Kathmandu'],
  ['a/b c', HTML_NAME, 'Asia/Kathmandu'],
  ['long', LONG_NAME, 'America/Argentina/Buenos_Aires'],
]

/** Enough people that *Everyone* shows more than totals. */
export const CROWD = Array.from({ length: 20 }, (_, count): SavedPerson => {
  return [`crowd-${count}`, `Guest ${count}`, count % 2 ? 'Europe/Berlin' : 'America/New_York']
})

/** Saves people's records as a program would, in open mode. */
export async function savePeople(baseUrl: string, people: readonly SavedPerson[]): Promise<void> {
  const client = createContractClient({ baseUrl })
  for (const [user_id, username, timezone] of people)
    await client.setTimezone({ body: { user_id, username, timezone } })
}
