import {
  type QueryClient,
  type QueryFunctionContext,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { contract } from '@timezone-registry/contract'
import type { initClient } from '@ts-rest/core'
import type { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { createFreshReads } from './fresh-reads.ts'
import { orKept } from './offline/kept-answers.ts'

export const freshReads = createFreshReads(() => sessionStorage)

// Longer than the service's own timeouts, so it cuts off only a network that has gone silent.
const TIMEOUT_MS = 30_000
const BASE = '/v1'

type Route = { method: string; path: string }
type Values = Record<string, string | undefined>
type Request = {
  params?: Values
  query?: Values
  body?: unknown
  headers?: Values
  extraHeaders?: Values
  signal?: AbortSignal | undefined
}

/** Sends a request. What this page knows to have changed is read from the database, whichever instance answers. */
async function send(
  { method, path }: Route,
  { params = {}, query = {}, body, signal, ...request }: Request = {},
) {
  const isRead = method === 'GET'
  const search = new URLSearchParams(given(query)).toString()
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const url = `${BASE}${filled}${search && `?${search}`}`
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const fetched = withTimeout(signal, async (signal) => {
    const response = await fetch(url, {
      method,
      signal,
      headers: { ...json, ...given({ ...request.headers, ...request.extraHeaders }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(isRead && freshReads.areOn() && { cache: 'no-cache' }),
    })
    const { status, headers } = response
    const isJson = headers.get('content-type')?.includes('json')
    // Something else answered in place of the service, such as a hotel's sign-in page.
    if (status < 300 && !isJson) throw new TypeError('The response is not JSON')
    const content: unknown = isJson ? await response.json() : await response.text()
    return { status, body: content, headers }
  }).finally(() => isRead || freshReads.begin())
  const answer = await (isRead ? orKept(url, fetched) : fetched)
  // `Retry-After` counts from the arrival of the answer.
  return { ...answer, receivedAt: Date.now() }
}

/** The same, but rejects with an answer that is no success. */
async function ask(route: Route, request?: Request) {
  const answer = await send(route, request)
  if (answer.status >= 300) throw answer
  return answer
}

function given(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Rejects after 30 seconds. Otherwise, an unanswered request would show `Saving…` until the browser gives up. */
async function withTimeout<T>(
  cancelled: AbortSignal | null | undefined,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS)
  try {
    return await send(cancelled ? AbortSignal.any([cancelled, controller.signal]) : controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

function forEachRoute<T>(create: (route: Route) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(contract).map(([name, route]) => [name, create(route)]))
}

type Options = { queryKey: readonly unknown[]; queryData?: Request }

function toQuery(route: Route, { queryData, ...options }: Options) {
  const queryFn = ({ signal }: QueryFunctionContext) => ask(route, { ...queryData, signal })
  return { ...options, queryFn }
}

const hooks = {
  useQueryClient,
  /** Adds typed access to the answers of each route. */
  initQueryClient: (client: QueryClient) =>
    Object.assign(
      client,
      forEachRoute((route) => ({
        setQueryData: client.setQueryData.bind(client),
        fetchQuery: (options: Options) => client.fetchQuery(toQuery(route, options)),
      })),
    ),
  ...forEachRoute((route) => ({
    useQuery: (options: Options) => useQuery(toQuery(route, options)),
    useMutation: (options: object) =>
      useMutation({ ...options, mutationFn: (request: Request) => ask(route, request) }),
  })),
}

/**
 * Typed hooks over the contract, for the service that serves the page. Only the types are those of ts-rest: its own code,
 * with schemas and ways to send that the page does not use, is three times as large.
 */
export const api = hooks as unknown as ReturnType<typeof initTsrReactQuery<typeof contract, Client>>

/** The same as functions. */
export const client = forEachRoute(
  (route) => (request: Request) => send(route, request),
) as unknown as ReturnType<typeof initClient<typeof contract, Client>>

type Client = { baseUrl: string }
