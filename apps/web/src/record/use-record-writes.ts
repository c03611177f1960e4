import { api } from '../api.ts'
import { type Belief, beliefIn, correctionOf, NONE } from './belief.ts'

/** What is sent to save a record. A signed-in person's own needs neither id nor name. */
export type NewRecord = { timezone: string; user_id?: string; username?: string }

/** A write that the service refused because something else is stored than was believed. */
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
  /** Runs once the page shows what was saved, with that and what it has replaced. */
  onSaved?: (saved: Belief, replaced: Belief) => void
}

type RemoveOptions = { belief: Belief; onRemoved?: (removed: Belief) => void }

/** Saves and deletes records. Where something else is stored than believed, asks before it is replaced. */
export function useRecordWrites(ask: Ask) {
  const queryClient = api.useQueryClient()
  const onSettled = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => ['record', 'people', 'stats', 'me'].includes(String(queryKey[0])),
    })
  const save = api.setTimezone.useMutation({ onSettled })
  const remove = api.deleteTimezone.useMutation({ onSettled })

  function saveRecord(wanted: NewRecord, { belief, onSaved }: SaveOptions) {
    save.mutate(
      { body: wanted, headers: belief.condition },
      {
        onSuccess: (answer) => onSaved?.(beliefIn(answer), belief),
        onError: (error) => {
          const actual = correctionOf(error, belief)
          if (actual === undefined) return
          save.reset()
          const insist = () => saveRecord(wanted, { belief: actual, ...(onSaved && { onSaved }) })
          if (isAs(wanted, actual) || isSame(belief, actual)) insist()
          else ask({ actual, wanted, insist })
        },
      },
    )
  }

  function removeRecord(user_id: string | undefined, { belief, onRemoved }: RemoveOptions) {
    remove.mutate(
      { query: user_id === undefined ? {} : { user_id }, headers: belief.condition },
      {
        onSuccess: () => onRemoved?.(belief),
        onError: (error) => {
          const actual = correctionOf(error, belief)
          if (actual === undefined) return
          remove.reset()
          const insist = () => removeRecord(user_id, { belief: actual, ...(onRemoved && { onRemoved }) })
          if (actual === NONE || isSame(belief, actual)) insist()
          else ask({ actual, wanted: undefined, insist })
        },
      },
    )
  }

  return { save, remove, saveRecord, removeRecord }
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
