import { isStatus } from '../ui/failure.ts'

type StoredRecord = { user: { id: string; username: string }; timezone: string; canonical: string }

/**
 * What the page believes is stored for a user id, and the headers that state it in a write: the service refuses the
 * write if the belief is wrong.
 */
export type Belief = {
  condition: { 'if-match': string } | { 'if-none-match': string }
  /** Undefined if there is none, or none that may be seen. */
  record: StoredRecord | undefined
}

/** There is no record. */
export const NONE: Belief = { condition: { 'if-none-match': '*' }, record: undefined }

// A private record of somebody else.
const HIDDEN: Belief = { condition: { 'if-match': '*' }, record: undefined }

/** The belief that the record is as in this answer of the service. */
export function beliefIn({ body, headers }: { body: StoredRecord; headers: unknown }): Belief {
  const etag = headers instanceof Headers ? headers.get('etag') : null
  // A proxy may drop the ETag. `*` still states that there is a record.
  return { condition: { 'if-match': etag ?? '*' }, record: body }
}

/** What is actually stored, if `error` says that a write's belief was wrong; undefined for other errors. */
export function correctionOf(error: unknown, wrong: Belief): Belief | undefined {
  if (!isStatus(error, 412)) return undefined
  const { body, headers } = error as { body: { current?: StoredRecord | null }; headers: unknown }
  if (body.current) return beliefIn({ body: body.current, headers })
  return wrong === NONE ? HIDDEN : NONE
}
