import type { contract } from '@timezone-registry/contract'

export type Route = keyof typeof contract
/** The statuses for the caller's own record and for another user's. */
type Expected = readonly [own: number, foreign: number]

export const ANYONE = {
  nobody: [200, 200],
  'a session': [200, 200],
  'a session that has ended': [200, 200],
  'a write key': [200, 200],
  'a read key': [200, 200],
  'a wrong key': [200, 200],
  'a session and a wrong key': [200, 200],
  'two sessions': [200, 200],
} satisfies Record<string, Expected>

export type Caller = keyof typeof ANYONE
type Policy = Record<Caller, Expected>

const PUBLIC_READ: Policy = {
  ...ANYONE,
  'a wrong key': [401, 401],
  'a session and a wrong key': [401, 401],
}
const PRIVATE_READ: Policy = {
  nobody: [401, 401],
  'a session': [200, 200],
  'a session that has ended': [401, 401],
  'a write key': [403, 403],
  'a read key': [200, 200],
  'a wrong key': [401, 401],
  'a session and a wrong key': [401, 401],
  'two sessions': [401, 401],
}
const WRITE: Policy = {
  nobody: [401, 401],
  'a session': [200, 403],
  'a session that has ended': [401, 401],
  'a write key': [200, 200],
  'a read key': [403, 403],
  'a wrong key': [401, 401],
  'a session and a wrong key': [401, 401],
  'two sessions': [401, 401],
}
// What changes a part of a record needs to see it.
const CHANGE = { public: WRITE, required: { ...WRITE, 'a write key': [403, 403] } satisfies Policy }
// A session is not a credential here.
const PROGRAM: Policy = { ...WRITE, 'a session': [401, 401] }
// Keys are ignored here, including invalid ones.
const PERSON: Policy = {
  nobody: [401, 401],
  'a session': [200, 200],
  'a session that has ended': [401, 401],
  'a write key': [401, 401],
  'a read key': [401, 401],
  'a wrong key': [401, 401],
  'a session and a wrong key': [200, 200],
  'two sessions': [401, 401],
}
// No session has the id of the request, but only a signed-in caller learns that.
const PERSON_WITHOUT_TARGET: Policy = {
  ...PERSON,
  'a session': [404, 404],
  'a session and a wrong key': [404, 404],
}
// The session is not an admin's.
const ADMIN: Policy = {
  ...PERSON,
  'a session': [403, 403],
  'a session and a wrong key': [403, 403],
}
const READ = { public: PUBLIC_READ, required: PRIVATE_READ }
const always = (policy: Policy) => ({ public: policy, required: policy })
const withStatus = (status: number) =>
  Object.fromEntries(Object.keys(ANYONE).map((caller) => [caller, [status, status]])) as unknown as Policy
// The same for every caller: where reading needs a login, there is nobody to show.
const PERSON_READ = { public: ANYONE, required: withStatus(404) }

/** The status of each route, for each value of READS. */
export const POLICIES: Record<Route, Record<'public' | 'required', Policy>> = {
  setTimezone: always(WRITE),
  deleteTimezone: always(WRITE),
  deleteTimezoneByPost: always(WRITE),
  setVisibility: CHANGE,
  setAvailability: CHANGE,
  deleteAvailability: CHANGE,
  writeTimezones: always(PROGRAM),
  getTimezone: READ,
  lookupTimezones: READ,
  getTimes: READ,
  searchUsers: READ,
  listTimezones: READ,
  listChanges: READ,
  followChanges: READ,
  getStats: READ,
  getMe: always(PERSON),
  listSignInOptions: always(ANYONE),
  startLogin: always(withStatus(302)),
  finishLogin: always(withStatus(403)),
  logout: always(ANYONE),
  listOwnSessions: always(PERSON),
  endOwnSession: always(PERSON_WITHOUT_TARGET),
  exportOwnData: always(PERSON),
  eraseOwnData: always(PERSON),
  listKeys: always(ADMIN),
  createKey: always(ADMIN),
  revokeKey: always(ADMIN),
  getPrivacy: always(ANYONE),
  listZoneNames: always(ANYONE),
  findZones: always(ANYONE),
  listTransitions: always(ANYONE),
  getOpenApi: always(ANYONE),
  getPluginStatus: always(ANYONE),
  getPluginUser: READ,
  findPluginUser: READ,
  lookupPluginUsers: READ,
  getOwnPluginUser: always(PERSON),
  setOwnPluginUser: always(PERSON),
  deleteOwnPluginUser: always(PERSON),
  startPluginLogin: always(withStatus(302)),
  startPluginLogout: always(withStatus(302)),
  getPersonPage: PERSON_READ,
  getPersonCard: PERSON_READ,
  getBadge: PERSON_READ,
  getEmbed: PERSON_READ,
  getMeetingPage: always(ANYONE),
  getMeetingFile: always(ANYONE),
  getMeetingCard: always(ANYONE),
  getHealth: always(ANYONE),
  getLiveness: always(ANYONE),
  getReadiness: always(ANYONE),
}

/** The routes that change a record if they succeed. */
export const WRITES = new Set<Route>([
  'setVisibility',
  'setAvailability',
  'deleteAvailability',
  'setTimezone',
  'deleteTimezone',
  'deleteTimezoneByPost',
  'writeTimezones',
  'setOwnPluginUser',
  'deleteOwnPluginUser',
  'eraseOwnData',
])
