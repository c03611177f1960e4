import type { Query } from '@tanstack/react-query'

/** The keys of the page's queries. Their first part says what the answer is about. */
export const queryKeys = {
  me: ['session', 'me'],
  /** Somebody as everybody sees them. */
  person: (id: string) => ['records', 'person', id],
  /** The reader's own record, with its ETag. */
  record: (id: string) => ['records', 'record', id],
  search: (name: string) => ['records', 'search', name],
  stats: ['records', 'stats'],
  apiKeys: ['account', 'keys'],
  sessions: ['account', 'sessions'],
  signInOptions: ['service', 'sign-in-options'],
  zoneNames: ['service', 'zone-names'],
  otherNames: (language: string) => ['page', 'other-names', language],
  transitions: ['service', 'transitions'],
  privacy: ['service', 'privacy'],
}

/** True for a query that a saved or deleted record may change. */
export function isAboutRecords({ queryKey: [about] }: Pick<Query, 'queryKey'>): boolean {
  return about === 'records' || about === 'session'
}

/** True for a query whose answer a view shows, as opposed to what every view needs. */
export function isShown({ queryKey: [about] }: Pick<Query, 'queryKey'>): boolean {
  return about === 'records' || about === 'account'
}

/** Selects the queries about these users. */
export function isAbout(ids: ReadonlySet<string>): (query: Query) => boolean {
  return (query) => isAboutRecords(query) && usersOf(query).some((id) => ids.has(String(id)))
}

function usersOf({ queryKey, state }: Query): readonly unknown[] {
  if (queryKey[1] !== 'me') return queryKey
  return [(state.data as { body?: { user?: { id: string } } } | undefined)?.body?.user?.id]
}
