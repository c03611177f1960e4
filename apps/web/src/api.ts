import { contract } from '@timezone-registry/contract'
import type {
  AppRouteFunction,
  ClientArgs,
  ClientInferResponses,
  SuccessfulHttpStatusCode,
} from '@ts-rest/core'
import { createFreshReads } from './fresh-reads.ts'
import { orKept } from './offline/kept-answers.ts'

type Contract = typeof contract

/** What a route answers if it succeeds. */
export type Answer<Name extends keyof Contract> = ClientInferResponses<
  Contract[Name],
  SuccessfulHttpStatusCode,
  'force'
>

type Client = {
  [Name in keyof Contract]: (
    ...request: Parameters<AppRouteFunction<Contract[Name], ClientArgs>>
  ) => Promise<Answer<Name>>
}

type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  extraHeaders?: Record<string, string>
  body?: unknown
  fetchOptions?: RequestInit
}

/**
 * The routes of the service that serves the page, as functions. They reject with the answer, and the time at which it came,
 * unless it is a success. ts-rest's own client is 5 KB (gzipped) of schemas, forms and hooks that the page does not use.
 */
export const client = Object.fromEntries(
  Object.entries(contract).map(([name, { method, path }]) => [
    name,
    (request: Request = {}) => ask(method, addressOf(path, request), request),
  ]),
) as Record<string, unknown> as Client

export const freshReads = createFreshReads(() => sessionStorage)

// Longer than the service's own timeouts, so it cuts off only a network that has gone silent.
const TIMEOUT_MS = 30_000

function addressOf(path: string, { params = {}, query = {} }: Request): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const parameters = new URLSearchParams(query).toString()
  return `/v1${filled}${parameters && `?${parameters}`}`
}

/** Sends a request. What this page knows to have changed is read from the database, whichever instance answers. */
async function ask(method: string, address: string, request: Request) {
  const isRead = method === 'GET'
  const answer = await (isRead
    ? orKept(address, send(method, address, request))
    : send(method, address, request).finally(freshReads.begin))
  // `Retry-After` counts from the arrival of the answer.
  const received = { ...answer, receivedAt: Date.now() }
  if (received.status >= 300) throw received
  return received
}

async function send(method: string, address: string, { headers, extraHeaders, body, fetchOptions }: Request) {
  const fresh = method === 'GET' && freshReads.areOn() && { cache: 'no-cache' as const }
  const type = body !== undefined && { 'content-type': 'application/json' }
  return withTimeout(fetchOptions?.signal, async (signal) => {
    const response = await fetch(address, {
      ...fresh,
      signal,
      method,
      headers: { ...type, ...headers, ...extraHeaders },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    // Something else answered in place of the service, such as a hotel's sign-in page.
    if (response.ok && !isJson) throw new TypeError('The response is not JSON')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? ((await response.json()) as unknown) : undefined,
    }
  })
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
