/** When everybody's record was last changed. */
export const SAVED_AT = '2026-11-01T09:30:00.000Z'

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
  availability: {
    weekly: [
      { days: ['mo', 'tu', 'we', 'th', 'fr'], from: '09:00', to: '17:00' },
      { days: ['sa'], from: '22:00', to: '02:00' },
    ],
    show: 'hours',
  },
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

/** An API key as the service describes it. */
export const KEY = {
  id: 1,
  name: 'Discord bot of the raid team',
  scopes: ['records:read', 'records:write'],
  created_at: SAVED_AT,
  expires_at: SAVED_AT,
  last_used_at: SAVED_AT,
}

/** What the service answers to an administrator. */
export const ADMIN_ANSWERS = {
  ...ACCOUNT_ANSWERS,
  '/v1/me': { ...ME, admin: true },
  '/v1/keys': { keys: [KEY] },
}

const DISTRIBUTION = {
  'America/New_York': 22,
  'Europe/Berlin': 18,
  'America/Argentina/Buenos_Aires': 9,
  'Asia/Kathmandu': 1,
  'Asia/Kolkata': 12,
  'Asia/Tokyo': 14,
  'Pacific/Auckland': 5,
}

/** The counts over 81 people, one of them alone in their hour. */
export const STATS = {
  total_users: 81,
  total_timezones: 81,
  unique_timezones: 7,
  timezone_distribution: DISTRIBUTION,
  top_timezones: Object.entries(DISTRIBUTION).map(([timezone, count]) => ({ timezone, count })),
  top_timezone: 'America/New_York',
  recent_registrations: 9,
}

const SHOWN_ZONES = ['Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'Asia/Tokyo', 'Europe/Paris']

/** The answer of `/time` for these ids, as far as the page reads it, as if each had a record; the zones take turns. */
export function timesOf(ids: readonly string[], zones: readonly string[] = SHOWN_ZONES) {
  const users = ids.map((id, index) => {
    const timezone = zones[index % zones.length] ?? 'UTC'
    return [id, { username: `Person ${id}`, timezone, canonical: timezone, availability: null }] as const
  })
  return { users: Object.fromEntries(users), missing: [] }
}
