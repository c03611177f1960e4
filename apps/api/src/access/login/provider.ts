import * as oauth from 'openid-client'
import { DomainError, Unauthenticated, Unavailable } from '../../errors.ts'

/** A provider's data about a person: untrusted, not yet cleaned. */
export type ProviderUser = {
  subject: string
  username?: string | undefined
  avatar?: string | undefined
  discriminator?: string | undefined
}

/** A service where people can sign in. */
export type Provider = {
  /** As in `/auth/{id}`. */
  readonly id: string
  /** Whose people sign in here; without a slash at the end. */
  readonly issuer: string
  /** Shown to people. */
  readonly name: string
  readonly scope: string
  /** Whether an ID token with our nonce proves who signed in. If not, a page of a trusted origin may bring its own code. */
  readonly isOpenId: boolean
  /** Throws `Unavailable` if the provider does not respond. */
  configure(): Promise<oauth.Configuration>
  /** The person whom the tokens are for. */
  findUser(configuration: oauth.Configuration, tokens: Tokens): Promise<ProviderUser>
}

type Tokens = Awaited<ReturnType<typeof oauth.authorizationCodeGrant>>

// For one response.
const TIMEOUT_SECONDS = 5
const MAX_RESPONSE_BYTES = 1024 * 1024
const RETRY_AFTER_SECONDS = 5
const MAX_RETRY_AFTER_SECONDS = 300
// What `openid-client` throws on a timeout, or if the body is not JSON: usually a proxy's error page.
const OUTAGE_CODES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** Limits the time and size of responses, and allows plain HTTP for such addresses: the configuration does on loopback. */
export function requestOptions(...urls: string[]) {
  return {
    timeout: TIMEOUT_SECONDS,
    [oauth.customFetch]: boundedFetch,
    execute: urls.some((url) => url.startsWith('http:')) ? [oauth.allowInsecureRequests] : [],
  }
}

/** `fetch`, but rejects for a response larger than a megabyte. */
async function boundedFetch(url: string, options: oauth.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) throw new TypeError('The response is larger than a megabyte')
    chunks.push(chunk)
  }
  // A status without a body allows none, not even an empty one.
  return new Response(chunks.length === 0 ? null : new Blob(chunks), response)
}

/** Its cause, for the log, has the provider's error code, but not its text or response, which may repeat codes and tokens. */
export function toLoginError(name: string, thrown: unknown): Error {
  if (thrown instanceof DomainError) return thrown
  const error = thrown instanceof Error ? thrown : new Error('unknown')
  const response = responseOf(error)
  const status = response?.status ?? 0
  const code = 'code' in error ? String(error.code) : ''
  const given = 'error' in error ? String(error.error).slice(0, 100) : ''
  const reason = error.cause instanceof Error ? error.cause.message : ''
  const cause = new Error([error.message, reason, code, given, status].filter(Boolean).join(' '))
  if (error instanceof oauth.AuthorizationResponseError)
    return new Unauthenticated(`${name} did not sign you in. Start again, and approve the login there.`, {
      cause,
    })
  if (OUTAGE_CODES.has(code) || status === 429 || status >= 500 || isIncomplete(error))
    return new Unavailable(`${name} is not available right now. Try again in a moment.`, {
      retryAfterSeconds: retryAfterOf(response),
      cause,
    })
  const algorithm = algorithmIn(error)
  return new Unauthenticated(`${name} did not confirm this login. Start again.`, {
    cause: algorithm === undefined ? cause : unverifiable(algorithm, cause),
  })
}

type AlgorithmError = { alg?: unknown; expected?: unknown; header?: { alg?: unknown }; cause?: unknown }

/** The algorithm of an ID token, if that is why the library refuses it. */
function algorithmIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { alg, expected, header, cause } = value as AlgorithmError
  const algorithm = expected === undefined ? alg : header?.alg
  return typeof algorithm === 'string' ? algorithm : algorithmIn(cause)
}

/** ID tokens are signed with algorithms that the service cannot verify, or that the issuer's metadata do not name. */
export function unverifiable(algorithms: string, cause?: Error): ProviderMisconfigured {
  return new ProviderMisconfigured(
    `The issuer signs ID tokens with ${algorithms.slice(0, 100)}, which the service does not accept`,
    'At the issuer, give this client a key that signs with RS256, ES256 or EdDSA, and no encryption of tokens. In Authentik, that is the Signing Key of the provider.',
    cause,
  )
}

/** Nobody can sign in until the operator has changed something. */
export class ProviderMisconfigured extends Error {
  override readonly name = 'ProviderMisconfigured'
  readonly remedy: string

  constructor(message: string, remedy: string, cause?: Error) {
    super(message, { cause })
    this.remedy = remedy
  }
}

/** The provider's `Retry-After` in seconds, within bounds. */
function retryAfterOf(response: Response | undefined): number {
  const asked = Number(response?.headers.get('retry-after'))
  return asked > 0 ? Math.min(Math.ceil(asked), MAX_RETRY_AFTER_SECONDS) : RETRY_AFTER_SECONDS
}

function responseOf(error: Error): Response | undefined {
  if (error.cause instanceof Response) return error.cause
  if (error instanceof oauth.ResponseBodyError) return error.response
  return error.cause instanceof Error ? responseOf(error.cause) : undefined
}

/** True for what `fetch` throws when no complete response arrived, and for a proxy's error page, which is not JSON. */
function isIncomplete(error: Error): boolean {
  const isOfFetch = [error, error.cause].some((one) => one instanceof TypeError && !('code' in one))
  return isOfFetch || error instanceof SyntaxError
}
