import * as oauth from 'openid-client'
import { DomainError, Unauthenticated, Unavailable } from '../../errors.ts'

/** What a provider says of somebody: data from elsewhere, not yet cleaned. */
export type ProviderUser = { issuer: string; subject: string; username: string | undefined }

/** What the end of an authorization is checked against. */
type AuthorizationChecks = { state: string; codeVerifier: string; nonce: string }

/** Where people can sign in. */
export type Provider = {
  /** As in `/auth/{id}`. */
  readonly id: string
  /** For people. */
  readonly name: string
  /** True where a page that we trust may run the authorization itself, and hand us its code. */
  readonly takesForeignCodes: boolean
  /** Where to send the browser. Throws `unavailable` when the provider does not answer. */
  authorizationUrl(options: AuthorizationChecks & { redirectUri: string }): Promise<string>
  /**
   * Who the answer at `callbackUrl` is about; without `checks`, the authorization was run by a page that we trust.
   * Throws `unauthenticated` for an answer that is forged, used or refused, `unavailable` when the provider is down.
   */
  findUser(callbackUrl: URL, checks: AuthorizationChecks | undefined): Promise<ProviderUser>
}

/** Seconds that a provider may take for one answer. */
export const PROVIDER_TIMEOUT_SECONDS = 5

const MAX_ANSWER_BYTES = 1024 * 1024
// What `fetch` and `openid-client` throw when nobody answers, or not in time.
const OUTAGE_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

/** Lets plain HTTP through on loopback, where the configuration allows it, and bounds what an answer may weigh. */
export function configureRequests(configuration: oauth.Configuration, url: string): oauth.Configuration {
  configuration.timeout = PROVIDER_TIMEOUT_SECONDS
  configuration[oauth.customFetch] = boundedFetch
  if (isPlain(url)) oauth.allowInsecureRequests(configuration)
  return configuration
}

export function isPlain(url: string): boolean {
  return url.startsWith('http:')
}

/** `fetch`, for answers of at most a megabyte. */
export async function boundedFetch(url: string, options: oauth.CustomFetchOptions): Promise<Response> {
  const { body, ...rest } = options
  const response = await fetch(url, { ...rest, body } as RequestInit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new TypeError('The answer is larger than a megabyte')
    chunks.push(chunk)
  }
  const hasNoBody = response.status === 204 || response.status === 304
  return new Response(hasNoBody ? null : new Blob(chunks), response)
}

/** Says what a failed call to a provider means, without what it answered: that may hold codes and tokens. */
export function toLoginError(name: string, error: unknown): Error {
  if (error instanceof DomainError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = new Error(error instanceof Error ? `${error.message} ${code}`.trim() : 'unknown')
  if (error instanceof oauth.AuthorizationResponseError)
    return new Unauthenticated(`${name} did not sign you in. Start again, and agree there.`, {
      cause,
    })
  const isOutage =
    OUTAGE_CODES.has(code) ||
    (error instanceof Error && (isNetworkError(error) || isNetworkError(error.cause))) ||
    (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500)
  if (isOutage)
    return new Unavailable(`${name} does not answer just now. Try again in a moment.`, {
      retryAfterSeconds: 5,
      cause,
    })
  return new Unauthenticated(`${name} did not confirm this login. Start again.`, { cause })
}

/** The names that `fetch` gives to what it throws when no whole answer came. */
function isNetworkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'TimeoutError' ||
      error.name === 'AbortError' ||
      (error instanceof TypeError && !('code' in error)))
  )
}
