import { type SavedPerson, savePeople } from './page-actions.ts'

/** When everybody's record was last changed. */
export const SAVED_AT = '2026-11-01T09:30:00.000Z'

const PEOPLE: readonly SavedPerson[] = [
  ['80351110224678912', 'nelly', 'Europe/Berlin'],
  ['2', 'Aarav', 'Asia/Kolkata'],
  ['3', 'Maya', 'America/New_York'],
  ['4', 'Sione', 'Pacific/Auckland'],
  ['5', 'Lucía', 'America/Argentina/Buenos_Aires'],
  ['6', 'Kenji', 'Asia/Tokyo'],
  ['7', 'Sam', 'America/New_York'],
  ['8', 'Zoë', 'Europe/Berlin'],
  ['9', 'Noor', 'Asia/Kathmandu'],
]

const DISCORD = { writes: 'required', reads: 'public', providers: [{ id: 'discord', name: 'Discord' }] }
const ME = {
  user: {
    id: '80351110224678912',
    username: 'nelly',
    provider: 'discord',
    avatar: null,
    discriminator: null,
  },
  timezone: 'Europe/Berlin',
  visibility: 'public',
}
const SESSION = { provider: 'discord', created_at: SAVED_AT, last_used_at: '2026-11-21T08:00:00.000Z' }
const SESSIONS = {
  sessions: [
    { ...SESSION, id: 'a', device: 'Firefox on Windows', current: true },
    { ...SESSION, id: 'b', device: 'Safari on iOS', current: false },
  ],
}

/** What the service answers to somebody who is signed in, on two devices. */
export const ACCOUNT_ANSWERS = { '/v1/auth': DISCORD, '/v1/me': ME, '/v1/me/sessions': SESSIONS }

/** Saves everybody whom the views show. */
export function saveShownPeople(address: string): Promise<void> {
  return savePeople(address, PEOPLE)
}
