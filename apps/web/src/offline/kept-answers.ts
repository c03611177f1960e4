// The worker, in `worker/shell.ts`, removes the caches of older builds, but not this one.
const KEPT_ANSWERS = 'public-answers'

const TIMEOUT_MS = 3000
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000
const STORED_AT = 'x-stored-at'
// What is the same for everyone and about nobody.
const KEPT = /^[/]v1[/](?:auth|privacy[.]json|stats|timezones|transitions)$/

type Answer = { status: number; body: unknown; headers: Headers }

/**
 * The service's answer; if none comes within 3 s, the last one, for a week, whose `x-stored-at` says when it came. Only
 * where an answer is the same for everyone.
 */
export async function orKept(path: string, coming: Promise<Answer>): Promise<Answer> {
  if (!KEPT.test(path)) return coming
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS))
  // A full disk costs what is kept, not this answer.
  coming.then((answer) => keep(path, answer)).catch(() => {})
  const answer = await Promise.race([coming, timeout]).catch(() => undefined)
  const given = answer ?? (await findKept(path).catch(() => undefined))
  if (given === undefined) return coming
  if (answer === undefined) coming.then((late) => announce(given, late)).catch(() => {})
  return given
}

/** An answer that came after another was given in its place. */
export type LateAnswer = { given: Headers; late: Answer }

export const LATE_ANSWER = 'late-answer'

function announce({ headers: given }: Answer, late: Answer): void {
  if (late.status === 200)
    dispatchEvent(new CustomEvent<LateAnswer>(LATE_ANSWER, { detail: { given, late } }))
}

/** At a sign-out, since there may have been answers for people who are signed in only. */
export async function forgetAnswers(): Promise<void> {
  await globalThis.caches?.delete(KEPT_ANSWERS)
}

async function keep(path: string, { status, body }: Answer): Promise<void> {
  const cache = await caches.open(KEPT_ANSWERS)
  if (status >= 400 && status < 500 && status !== 429) await cache.delete(path)
  if (status !== 200) return
  await cache.put(path, Response.json(body, { headers: { [STORED_AT]: new Date().toISOString() } }))
}

async function findKept(path: string): Promise<Answer | undefined> {
  const response = await (await caches.open(KEPT_ANSWERS)).match(path)
  const storedAt = Date.parse(response?.headers.get(STORED_AT) ?? '')
  if (response === undefined || !(Date.now() - storedAt < MAX_AGE_MS)) return undefined
  return { status: 200, body: await response.json(), headers: response.headers }
}
