import { isStatus } from '../ui/retry.ts'

type StoredRecord = { user: { id: string; username: string }; timezone: string; canonical: string }

/**
 * What is believed to be stored for a user id, and the headers with which a write says so: the service refuses a write
 * that believes something else.
 */
export type Belief = {
  condition: { 'if-match': string } | { 'if-none-match': string }
  /** Undefined if there is none, or none that may be seen. */
  record: StoredRecord | undefined
}

/** There is no record. */
export const NONE: Belief = { condition: { 'if-none-match': '*' }, record: undefined }

// Somebody else's record, and private.
const HIDDEN: Belief = { condition: { 'if-match': '*' }, record: undefined }

/** The record is as an answer of the service shows it. */
export function beliefIn({ body, headers }: { body: StoredRecord; headers: unknown }): Belief {
  const etag = headers instanceof Headers ? headers.get('etag') : null
  // A proxy may drop the ETag. That there is a record can still be said.
  return { condition: { 'if-match': etag ?? '*' }, record: body }
}

/** What is stored instead, if `error` says that a write has believed something wrong; undefined for other errors. */
export function correctionOf(error: unknown, wrong: Belief): Belief | undefined {
  if (!isStatus(error, 412)) return undefined
  const { body, headers } = error as { body: { current?: StoredRecord | null }; headers: unknown }
  if (body.current) return beliefIn({ body: body.current, headers })
  return wrong === NONE ? HIDDEN : NONE
}
