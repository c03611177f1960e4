import {
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { contract } from '@timezone-registry/contract'
import type {
  AppRoute,
  ClientArgs,
  ClientInferResponses,
  ErrorHttpStatusCode,
  IfAllPropertiesOptional,
  PartialClientInferRequest,
  SuccessfulHttpStatusCode,
} from '@ts-rest/core'
import { createOwnPositions } from './own-positions.ts'

const POSITION = 'registry-position'
const positions = createOwnPositions(() => sessionStorage)

// Longer than the service's own timeouts, so it cuts off only a network that has gone silent.
const TIMEOUT_MS = 30_000

type Routes = typeof contract
type Answer<Route extends AppRoute> = ClientInferResponses<Route, SuccessfulHttpStatusCode, 'force'>
type Failure<Route extends AppRoute> = ClientInferResponses<Route, ErrorHttpStatusCode, 'ignore'> | Error
type Request<Route extends AppRoute> = Omit<PartialClientInferRequest<Route, ClientArgs>, 'cache' | 'next'>
type QueryData<Data> = IfAllPropertiesOptional<Data, { queryData?: Data }, { queryData: Data }>

/** What TanStack Query caches for a route: a successful answer. */
export type AnswerOf<Name extends keyof Routes> = Answer<Routes[Name]>

type RouteHooks<Route extends AppRoute> = {
  /** Rejects with an answer of 300 and above, and with an `Error` if there is none. */
  send(request?: Request<Route>, signal?: AbortSignal): Promise<Answer<Route>>
  useQuery<Data = Answer<Route>>(
    options: Omit<UseQueryOptions<Answer<Route>, Failure<Route>, Data>, 'queryFn'> &
      QueryData<Request<Route>>,
  ): UseQueryResult<Data, Failure<Route>>
  useMutation(
    options?: UseMutationOptions<Answer<Route>, Failure<Route>, Request<Route>>,
  ): UseMutationResult<Answer<Route>, Failure<Route>, Request<Route>>
}

/** Typed hooks over the contract, for the service that serves the page: a tenth of the size of ts-rest's own. */
export const api = Object.fromEntries(
  Object.entries(contract).map(([name, route]) => [name, createHooks(route)]),
) as unknown as { [Name in keyof Routes]: RouteHooks<Routes[Name]> }

function createHooks(route: AppRoute) {
  const send = (request?: AnyRequest, signal?: AbortSignal) => sendTo(route, request, signal)
  return {
    send,
    useQuery: ({ queryData, ...options }: UseQueryOptions & { queryData?: AnyRequest }) =>
      useQuery({ ...options, queryFn: ({ signal }) => send(queryData, signal) }),
    useMutation: (options?: UseMutationOptions<unknown, Error, AnyRequest>) =>
      useMutation({ ...options, mutationFn: (request) => send(request) }),
  }
}

type AnyRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  extraHeaders?: Record<string, string>
  body?: unknown
}

/** Sends the position of this tab's latest write with each read, so that the read sees it whichever replica answers. */
async function sendTo({ method, path }: AppRoute, request: AnyRequest = {}, signal?: AbortSignal) {
  const { params, query, body, headers, extraHeaders } = request
  const place = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  const url = `/v1${place}${search && `?${search}`}`
  const position = positions.latest()
  const init: RequestInit = {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...extraHeaders,
      ...(position !== undefined && { [POSITION]: position }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const answer = await withTimeout(signal, async (signal) => read(await fetch(url, { ...init, signal })))
  const written = answer.headers.get(POSITION)
  if (written !== null) positions.note(written)
  if (answer.status >= 300) throw answer
  return answer
}

async function read(response: Response) {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.includes('json')
  // Something else answered in place of the service, such as a hotel's sign-in page.
  if (status < 300 && !isJson) throw new TypeError('The response is not JSON')
  // `Retry-After` counts from the arrival of the answer.
  return { status, headers, body: isJson ? await response.json() : undefined, receivedAt: Date.now() }
}

/** Rejects after 30 seconds. Otherwise, an unanswered request would show `Saving…` until the browser gives up. */
async function withTimeout<T>(
  cancelled: AbortSignal | undefined,
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
