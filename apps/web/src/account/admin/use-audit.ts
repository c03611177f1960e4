import { useState } from 'react'
import { api } from '../../api.ts'
import { retryUnlessAnswered } from '../../ui/retry.ts'

/** The beginning of the keys of the queries for it. */
export const AUDIT_KEY = ['account', 'audit']

const PAGE_LENGTH = 20

/** The latest audited actions, page by page, newest first; undefined until the service has answered. */
export function useAudit() {
  // The entries after which the pages up to the shown one begin; the first begins with the newest.
  const [starts, setStarts] = useState<number[]>([])
  const before = starts.at(-1)
  const query = api.listActions.useQuery({
    queryKey: [...AUDIT_KEY, before ?? 0],
    queryData: {
      query: { limit: String(PAGE_LENGTH + 1), ...(before !== undefined && { before: String(before) }) },
    },
    // Paging keeps the page's height until the answer is there.
    placeholderData: (previous) => previous,
    retry: retryUnlessAnswered,
  })
  const { since, actions: all } = query.data?.body ?? {}
  const actions = all?.slice(0, PAGE_LENGTH)
  const last = actions?.at(-1)?.id
  return {
    since,
    actions,
    isFetching: query.isFetching,
    error: query.error,
    reload: () => void query.refetch(),
    toOlder:
      all !== undefined && all.length > PAGE_LENGTH && last !== undefined
        ? () => setStarts([...starts, last])
        : undefined,
    toNewer: starts.length > 0 ? () => setStarts(starts.slice(0, -1)) : undefined,
  }
}

export type AuditedAction = NonNullable<ReturnType<typeof useAudit>['actions']>[number]
