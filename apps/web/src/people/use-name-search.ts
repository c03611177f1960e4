import { withoutForbidden } from '@timezone-registry/contract'
import { api } from '../api.ts'
import { useDebounced } from '../clock/use-now.ts'
import { queryKeys } from '../query-keys.ts'

const PAUSE_MS = 200
const MAX_SUGGESTIONS = 6
// Neither an id, nor a list, nor a mention; at least two characters.
const LIKE_A_NAME = /^[^\d,<]\P{M}/u
const SEARCH_STALE_MS = 60_000

/** Somebody whose name begins with what was typed. */
export type Suggestion = { id: string; name: string; timezone: string }

/**
 * People by the beginning of their name. Nobody where the registry does not let the reader search, or does not answer:
 * adding by id works without it.
 */
export function useNameSearch(typed: string, enabled: boolean) {
  // Who mentions somebody types `@`.
  const current = withoutForbidden(typed).replace(/^@/, '')
  const name = useDebounced(current, PAUSE_MS)
  const isName = name === current && LIKE_A_NAME.test(name)
  const search = api.searchUsers.useQuery({
    queryKey: queryKeys.search(name),
    queryData: { query: { name, limit: String(MAX_SUGGESTIONS) } },
    enabled: enabled && isName,
    staleTime: SEARCH_STALE_MS,
    retry: false,
  })
  const users = (isName && search.data?.body.users) || []
  return {
    people: users.map(({ id, username, canonical }): Suggestion => {
      return { id, name: username, timezone: canonical }
    }),
    /** False until the answer for what is typed has come, or has failed to. */
    isSettled: name === current && !(enabled && isName && search.isPending),
  }
}
