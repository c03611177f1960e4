import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

/** A set of one user; `<random>` may stand for the id. */
export function setBody(userId: string): string {
  return `{"user_id":"${userId}","username":"nelly","timezone":"Europe/Berlin"}`
}

/** Posts a set and reads the answer. */
export async function postSet(address: string, userId: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${address}/v1/set`, { method: 'POST', headers, body: setBody(userId) })
  await response.text()
  return response
}

/** Reads an answer to its end and discards it, as cheaply as possible, because the reader shares the machine. */
export async function drain(url: string): Promise<void> {
  // The baseline's responses are not compressed either.
  const request = get(url, { headers: { 'accept-encoding': 'identity' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
}
