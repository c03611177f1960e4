import { api } from '../../api.ts'
import { readId } from '../../selection/selection.ts'
import { isStatus, retryUnlessAnswered } from '../../ui/failure.tsx'
import type { Visibility } from '../visibility-chooser.tsx'

// Not among the page's other keys, which everybody loads.
const adminKeys = {
  anyRecord: (id: string) => ['account', 'record', id],
  anyRecords: (wanted: string) => ['account', 'records', wanted],
}
const VISIBILITY = 'registry-visibility'
// Whatever else of it has changed since it was read.
const OF_A_RECORD = { 'if-match': '*' }
const AS_ADMIN = { 'registry-act-as': 'admin' }
/** More are counted, but not shown. */
const MAX_SHOWN = 10

/** Only when asked: each read of a private record is audited. */
const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  retry: retryUnlessAnswered,
}

/** A record as an admin reads it: undefined until the service has answered, or if there is none. */
export function useAnyRecord(id: string | undefined) {
  const query = api.getTimezone.useQuery({
    ...ONCE,
    queryKey: adminKeys.anyRecord(id ?? ''),
    queryData: { query: { id: id ?? '' }, extraHeaders: AS_ADMIN },
    enabled: id !== undefined,
  })
  const isMissing = isStatus(query.error, 404)
  const found = isMissing ? undefined : query.data
  return {
    record: found && {
      ...found.body,
      visibility: (found.headers.get(VISIBILITY) ?? 'public') as Visibility,
    },
    isLoading: query.isLoading,
    error: isMissing ? null : query.error,
    reload: () => void query.refetch(),
  }
}

export type AnyRecord = NonNullable<ReturnType<typeof useAnyRecord>['record']>

/** The ids of the records with a wanted id or name; undefined until the service has answered. */
export function useFoundRecords(wanted: string) {
  const id = wanted === '' ? undefined : readId(wanted)
  const exact = useAnyRecord(id)
  const search = api.searchUsers.useQuery({
    ...ONCE,
    queryKey: adminKeys.anyRecords(wanted),
    queryData: { query: { name: wanted, limit: String(MAX_SHOWN + 1) } },
    enabled: wanted !== '',
  })
  // An id may be what no name begins with.
  const noName = isStatus(search.error, 400)
  const error = exact.error ?? (noName ? null : search.error)
  const isLoaded = !exact.isLoading && (noName || search.data !== undefined)
  const named = search.data?.body.users.map((user) => user.id) ?? []
  const all = [...new Set([...(exact.record && id !== undefined ? [id] : []), ...named])]
  return {
    ids: error === null && isLoaded ? all.slice(0, MAX_SHOWN) : undefined,
    hasMore: all.length > MAX_SHOWN,
    error,
    reload: () => {
      if (id !== undefined) exact.reload()
      void search.refetch()
    },
  }
}

/** Changes who sees a record, and erases it. */
export function useRecordChanges(
  { user: { id } }: AnyRecord,
  { onChanged, onErased }: { onChanged: (visibility: Visibility) => void; onErased: () => void },
) {
  const queryClient = api.useQueryClient()
  // What the other views show of it.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: ['records'] })
  const change = api.setVisibility.useMutation({
    onSuccess: ({ body: { visibility, updated_at } }) => {
      // Reading it again would be audited as well.
      queryClient.getTimezone.setQueryData(adminKeys.anyRecord(id), (found) => {
        const headers = new Headers(found?.headers)
        headers.set(VISIBILITY, visibility)
        return found && { ...found, headers, body: { ...found.body, updated_at } }
      })
      onChanged(visibility)
    },
    onSettled,
  })
  const erasure = api.deleteTimezone.useMutation({
    onSuccess: onErased,
    onSettled,
  })
  return {
    choose: (visibility: Visibility) =>
      change.mutate({ body: { user_id: id, visibility }, headers: OF_A_RECORD, extraHeaders: AS_ADMIN }),
    erase: () => erasure.mutate({ query: { user_id: id }, headers: OF_A_RECORD, extraHeaders: AS_ADMIN }),
    isErased: erasure.isSuccess,
    isBusy: change.isPending || erasure.isPending,
    error: change.error ?? erasure.error,
  }
}
