import { isStatus } from '../ui/failure.tsx'

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
function correctionOf(error: unknown, wrong: Belief): Belief | undefined {
  if (!isStatus(error, 412)) return undefined
  const { body, headers } = error as { body: { current?: StoredRecord | null }; headers: unknown }
  if (body.current) return beliefIn({ body: body.current, headers })
  return wrong === NONE ? HIDDEN : NONE
}

/** What is sent to save a record. A signed-in person's own needs neither id nor name. */
export type NewRecord = { timezone: string; user_id?: string; username?: string }

/** A change of a record, which the service refuses if something other than the belief is stored. */
export type Write = {
  /** What to save; undefined: delete what is stored. */
  record: NewRecord | undefined
  belief: Belief
  /** True if the page offers to undo it. */
  canUndo?: boolean
  /** Runs once it is stored. */
  onSaved?: (saved: Belief) => void
}

/** How far the one save of the page is. */
export type SaveState =
  | { step: 'idle' }
  | { step: 'saving'; write: Write }
  /** Something else is stored: the reader decides. */
  | { step: 'asking'; write: Write; actual: Belief }
  /** `isNew` is false if nothing was there to delete. */
  | { step: 'saved'; write: Write; saved: Belief; isNew: boolean }
  | { step: 'failed'; error: unknown }

export type SaveEvent =
  | { type: 'begun'; write: Write }
  | { type: 'answered'; saved: Belief; isNew: boolean }
  | { type: 'refused'; error: unknown }
  /** The reader has seen the outcome, or has declined. */
  | { type: 'left' }

export function nextSave(state: SaveState, event: SaveEvent): SaveState {
  if (event.type === 'begun') return { step: 'saving', write: event.write }
  if (event.type === 'left') return state.step === 'saving' ? state : { step: 'idle' }
  if (state.step !== 'saving') return state
  const { write } = state
  if (event.type === 'answered') {
    const { saved, isNew } = event
    return { step: 'saved', write, saved, isNew }
  }
  const actual = correctionOf(event.error, write.belief)
  return actual === undefined
    ? { step: 'failed', error: event.error }
    : { step: 'asking', write: insisting(write, actual), actual }
}

/** The write over what is stored, with the name that is stored where none but the id was given. */
function insisting({ record, ...write }: Write, actual: Belief): Write {
  const isNamed = record?.username === undefined || record.username !== record.user_id
  const isKept = record === undefined || isNamed || actual.record === undefined
  const named = isKept ? record : { ...record, username: actual.record?.user.username ?? '' }
  return { ...write, record: named, belief: actual }
}

/** What a refused write becomes if nothing can be lost by it; undefined where the reader has to be asked. */
export function repeated(error: unknown, refused: Write, userId: string): Write | undefined {
  const actual = correctionOf(error, refused.belief)
  if (actual === undefined) return undefined
  const write = insisting(refused, actual)
  const { record } = write
  // Somebody else's record is not taken over unasked, even with the same content.
  if (record?.user_id !== undefined && record.user_id !== userId) return undefined
  const isAlreadySo = record === undefined ? actual === NONE : isAs(record, actual)
  const before = refused.belief.record
  const isSame =
    before !== undefined && isAs({ timezone: before.timezone, username: before.user.username }, actual)
  return isAlreadySo || isSame ? write : undefined
}

/** True if what is wanted is stored already, as after a save whose answer was lost. */
function isAs({ timezone, username }: NewRecord, { record }: Belief): boolean {
  if (record === undefined || (username !== undefined && username !== record.user.username)) return false
  return timezone === record.timezone || timezone === record.canonical
}
