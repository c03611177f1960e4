import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type RequestOptions = {
  method?: string | undefined
  headers?: Record<string, string>
  body?: string | object | undefined
}
export type RawAnswer = { status: number; headers: Headers; setCookies: string[]; body: string }

/** A request that `fetch` would refuse to send: any method, any header, any bytes. An object is sent as JSON. */
export async function rawFetch(url: string, request: RequestOptions = {}): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body } = request
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const type = isJson ? { 'content-type': 'application/json' } : {}
  const sent = httpRequest(url, { method, headers: { ...type, ...headers }, agent: false })
  sent.end(isJson ? JSON.stringify(body) : body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const received = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  return {
    status: response.statusCode ?? 0,
    headers: received,
    setCookies: response.headers['set-cookie'] ?? [],
    body: await text(response),
  }
}

/** Asks again for a picture that a busy machine has not drawn in time, as a client would. */
export async function untilDrawn<Answer extends { status: number }>(ask: () => Promise<Answer>) {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

/**
 * Writes bytes to the server unchanged. Resolves to everything that the server sends until it closes the connection.
 */
export async function rawBytes(baseUrl: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}

// Headers that differ between responses of the same kind.
const OF_ONE_ANSWER = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset', 'etag']

/** The headers that responses of the same kind share. */
export function lastingHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_ONE_ANSWER.includes(name)))
}
