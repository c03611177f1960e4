import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isShown } from '../query-keys.ts'
import { isAnswered } from '../ui/failure.tsx'
import { LATE_ANSWER, type LateAnswer } from './kept-answers.ts'

const RETRY_EVERY_MS = 15_000

/**
 * When the service last answered for what is shown, in milliseconds since 1970; undefined while it can be reached.
 * Asks again every 15 s, and at once when the network is back.
 */
export function useOfflineSince(): number | undefined {
  const client = useQueryClient()
  const since = useSyncExternalStore(
    (onChange) => subscribe(client, onChange),
    () => findSince(client),
  )
  useEffect(() => {
    const take = (event: Event) => takeLate(client, (event as CustomEvent<LateAnswer>).detail)
    addEventListener(LATE_ANSWER, take)
    return () => removeEventListener(LATE_ANSWER, take)
  }, [client])
  const isOffline = since !== undefined
  useEffect(() => {
    if (!isOffline) return
    const retry = () => void client.refetchQueries({ type: 'active', predicate: isUnanswered })
    const timer = setInterval(retry, RETRY_EVERY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isOffline, client])
  return since
}

function subscribe(client: QueryClient, onChange: () => void): () => void {
  const unsubscribe = client.getQueryCache().subscribe(onChange)
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    unsubscribe()
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

function findSince(client: QueryClient): number | undefined {
  const active = client.getQueryCache().findAll({ type: 'active' })
  if (navigator.onLine && !active.some(isUnanswered)) return undefined
  const shown = active.filter(isShown)
  const stored = shown.filter(isStored).map(storedAtOf)
  if (stored.length > 0) return Math.min(...stored)
  const latest = Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt))
  // With nothing to show, the view itself says that there was no answer.
  return navigator.onLine && latest === 0 ? undefined : latest
}

/** True if the service has not answered the last request. */
function isUnanswered(query: Query): boolean {
  return isStored(query) || (query.state.error !== null && !isAnswered(query.state.error))
}

function takeLate(client: QueryClient, { given, late }: LateAnswer): void {
  const query = client
    .getQueryCache()
    .getAll()
    .find(({ state }) => headersOf(state.data) === given)
  if (query !== undefined) client.setQueryData(query.queryKey, late)
}

/** True for an answer that this browser had stored. */
function isStored(query: Query): boolean {
  return storedAtOf(query) > 0
}

function storedAtOf({ state }: Query): number {
  return Date.parse(headersOf(state.data)?.get('x-stored-at') ?? '') || 0
}

function headersOf(data: unknown): Headers | undefined {
  const { headers } = (data ?? {}) as { headers?: unknown }
  return headers instanceof Headers ? headers : undefined
}
