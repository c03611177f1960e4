import { api } from '../api.ts'
import { isAboutRecords } from '../query-keys.ts'
import { type Belief, beliefIn, correctionOf, NONE } from './belief.ts'

/** What is sent to save a record. A signed-in person's own needs neither id nor name. */
export type NewRecord = { timezone: string; user_id?: string; username?: string }

/** A write that the service refused because its belief about what is stored was wrong. */
export type Conflict = {
  /** What is stored. */
  actual: Belief
  /** What was to be saved; undefined for a deletion. */
  wanted: NewRecord | undefined
  /** Writes over what is stored. */
  insist: () => void
}

export type Ask = (conflict: Conflict) => void

type SaveOptions = {
  belief: Belief
  /** Runs once the page shows what was saved, with that record and the one it replaced. */
  onSaved?: (saved: Belief, replaced: Belief) => void
}

type RemoveOptions = { belief: Belief; onRemoved?: (removed: Belief) => void }

/** Saves and deletes records. If something other than the belief is stored, asks before replacing it. */
export function useRecordWrites(ask: Ask, userId: string) {
  const queryClient = api.useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ predicate: isAboutRecords })
  const save = api.setTimezone.useMutation({ onSettled })
  const remove = api.deleteTimezone.useMutation({ onSettled })

  function saveRecord(wanted: NewRecord, { belief, onSaved = () => {} }: SaveOptions) {
    const retry = (actual: Belief) => saveRecord(underItsName(wanted, actual), { belief: actual, onSaved })
    // A promise, because a mutation's own callbacks end with the view.
    save.mutateAsync({ body: wanted, headers: belief.condition }).then(
      (answer) => onSaved(beliefIn(answer), belief),
      (error) => resolve(error, { ask, belief, wanted, userId, retry, reset: save.reset }),
    )
  }

  function removeRecord(user_id: string | undefined, { belief, onRemoved = () => {} }: RemoveOptions) {
    const retry = (actual: Belief) => removeRecord(user_id, { belief: actual, onRemoved })
    remove.mutateAsync({ query: user_id === undefined ? {} : { user_id }, headers: belief.condition }).then(
      () => onRemoved(belief),
      (error) => resolve(error, { ask, belief, wanted: undefined, userId, retry, reset: remove.reset }),
    )
  }

  return { save, remove, saveRecord, removeRecord }
}

type RefusedWrite = {
  ask: Ask
  belief: Belief
  wanted: NewRecord | undefined
  /** Whose record is the reader's own. */
  userId: string
  retry: (actual: Belief) => void
  reset: () => void
}

/** If a write was refused because of its belief: repeats it if nothing can be lost, and asks otherwise. */
function resolve(error: unknown, { ask, belief, userId, retry, reset, ...write }: RefusedWrite): void {
  const actual = correctionOf(error, belief)
  if (actual === undefined) return
  reset()
  const wanted = write.wanted && underItsName(write.wanted, actual)
  const isStranger = wanted?.user_id !== undefined && wanted.user_id !== userId
  const isAlreadySo = wanted === undefined ? actual === NONE : isAs(wanted, actual)
  // Somebody else's record is not taken over unasked, even with the same content.
  if (!isStranger && (isAlreadySo || isSame(belief, actual))) retry(actual)
  else ask({ actual, wanted, insist: () => retry(actual) })
}

/** With the name that is stored, where none but the id was given. */
function underItsName(wanted: NewRecord, { record }: Belief): NewRecord {
  const isNamed = wanted.username === undefined || wanted.username !== wanted.user_id
  return isNamed || record === undefined ? wanted : { ...wanted, username: record.user.username }
}

/** True if what is wanted is stored already, as after a save whose answer was lost. */
function isAs({ timezone, username }: NewRecord, { record }: Belief): boolean {
  if (record === undefined || (username !== undefined && username !== record.user.username)) return false
  return timezone === record.timezone || timezone === record.canonical
}

/** True if the record was saved again as it was. */
function isSame({ record }: Belief, actual: Belief): boolean {
  return record !== undefined && isAs({ timezone: record.timezone, username: record.user.username }, actual)
}
