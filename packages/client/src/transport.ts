import { backoff, readRetryAfter } from './backoff.ts'
import { followSignal, sleep, withDeadline } from './deadline.ts'
import { type CallOptions, type ClientOptions, limitsOf } from './options.ts'
import { RegistryError, toRegistryError } from './registry-error.ts'
import { createRequestSender, type RegistryRequest, type RequestSender } from './request.ts'

type Answer = { status: number; headers: Headers; text: string }

export type Transport = {
  /** Retries until it succeeds, fails permanently, or its time is up. Rejects with `RegistryError`. */
  send(request: RegistryRequest, call?: CallOptions): Promise<Answer>
  /** Opens a stream, in one attempt. `signal` belongs to this stream alone and must be aborted to free it. */
  open(request: RegistryRequest, signal: AbortSignal): Promise<Response>
  /** An event has announced a change of this user: the next reads of it must show the change. */
  announce(userId: string): void
}

export function createTransport(options: ClientOptions): Transport {
  const { retries = Infinity, attemptTimeoutMs = 10_000 } = options
  const sender = createRequestSender(options)

  return {
    send: async (request, call = {}) => {
      const { signal } = call
      let { timeoutMs, rateLimitWaitMs } = limitsOf(options, call)
      let deadline = Date.now() + timeoutMs
      const wait = async (
        ms: number,
        error = new RegistryError('rate_limited', 'The rate limit is used up', { retryAfterMs: ms }),
      ) => {
        // A wait for the rate limit comes on top of the call's time, as far as the call allows.
        if (error.code === 'rate_limited') {
          const extraMs = Math.min(ms, rateLimitWaitMs)
          rateLimitWaitMs -= extraMs
          deadline += extraMs
        }
        if (Date.now() + ms > deadline) throw error
        await sleep(ms, signal)
      }
      for (let failures = 0; ; failures++) {
        // The limit is used up, so a request now would be refused.
        const waitMs = sender.blockedMs(request)
        if (waitMs > 0) await wait(backoff(0, waitMs))
        try {
          const leftMs = Math.max(deadline - Date.now(), 1)
          const ms = request.isLong ? leftMs : Math.min(leftMs, attemptTimeoutMs)
          return await attempt(sender, request, { ms, signal })
        } catch (error) {
          if (!(error instanceof RegistryError && error.isTransient) || failures >= retries) throw error
          await wait(backoff(failures, error.retryAfterMs), error)
        }
      }
    },
    open: async (request, signal) => {
      const response = await untilHeaders(attemptTimeoutMs, signal, (inner) => sender.fetch(request, inner))
      if (response.ok) return response
      const text = await withDeadline(attemptTimeoutMs, signal, () => response.text())
      throw toRegistryError(response.status, text, readRetryAfter(response.headers))
    },
    announce: sender.announce,
  }
}

/** One attempt of a request. Rejects for an error status that is not accepted. */
function attempt(
  sender: RequestSender,
  request: RegistryRequest,
  { ms, signal }: { ms: number; signal: AbortSignal | undefined },
): Promise<Answer> {
  return withDeadline(ms, signal, async (inner) => {
    const response = await sender.fetch(request, inner)
    const { status, ok, headers } = response
    const text = await response.text().catch((cause: unknown) => {
      const message = 'The connection ended before the response was complete'
      throw new RegistryError('unreachable', message, { cause })
    })
    if (!ok && !request.accepts?.includes(status))
      throw toRegistryError(status, text, readRetryAfter(headers))
    return { status, headers, text }
  })
}

/** Like `withDeadline`, but `signal` still aborts the response's body after its headers have arrived. */
async function untilHeaders(
  ms: number,
  signal: AbortSignal,
  open: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const body = new AbortController()
  followSignal(signal, body)
  return withDeadline(ms, signal, (deadline) => {
    followSignal(deadline, body)
    return open(body.signal)
  })
}

/** The JSON body, or what `pick` makes of it. Throws `unexpected_answer` for anything else, such as a proxy's page. */
export function readBody<Body, Result = Body>(
  { status, text }: { status: number; text: string },
  pick: (body: Body) => Result = (body) => body as unknown as Result,
): Result {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null) throw new TypeError('Not an object or array')
    return pick(body as Body)
  } catch (cause) {
    throw new RegistryError('unexpected_answer', 'The response is not one of a Timezone Registry', {
      status,
      cause,
    })
  }
}
