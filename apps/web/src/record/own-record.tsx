import { createContext, use, useEffect, useReducer, useState } from 'react'
import { useLocation } from 'wouter'
import { useLoginSave } from '../account/pending-login.ts'
import type { Account } from '../account/use-account.ts'
import { currentDraft, forgetZone, useDraft, useOwnId } from '../account/use-draft.ts'
import { api, client } from '../api.ts'
import { browserZone } from '../clock/zone-time.ts'
import { isAbout, queryKeys } from '../query-keys.ts'
import { isStatus, retryUnlessAnswered } from '../ui/failure.tsx'
import { type Belief, beliefIn, type NewRecord, NONE, nextSave, repeated, type Write } from './save.ts'
import { keepHome } from './travel.ts'

/** Whose record is saved where there is no login. */
type Owner = { user_id: string; username: string }

/** The id of the heading of what is saved, in the account. */
export const SAVED_HEADING = 'saved-heading'

export const OwnRecordContext = createContext<OwnRecord | undefined>(undefined)

export function useOwn(): OwnRecord {
  const own = use(OwnRecordContext)
  if (own === undefined) throw new Error('useOwn outside of its provider')
  return own
}

export type OwnRecord = ReturnType<typeof useOwnRecord>

/** The reader's own record, the zone that the page shows for it, and what its buttons do. */
export function useOwnRecord(account: Account) {
  const [asked, setAsked] = useState<'who' | 'name'>()
  const userId = useOwnId(account)
  const record = useRecord(userId)
  const save = useSave({ userId, isOpen: account.isOpen })
  const isBusy = save.state.step === 'saving'
  const savedZone = record.saved?.canonical ?? (account.isOpen ? undefined : account.timezone)
  const choice = useChoice(account, { savedZone, isBusy, leave: save.leave })
  return {
    userId,
    ...record,
    savedZone,
    ...choice,
    ...save,
    ...useChanges({ account, userId, record, timezone: choice.timezone, ...save }),
    isBusy,
    /** Why the last change failed. */
    changeError: save.state.step === 'failed' ? save.state.error : null,
    /** What a sheet asks: who the reader is, or for another name. */
    asked,
    setAsked,
  } as const
}

type ChoiceOptions = { savedZone: string | undefined; isBusy: boolean; leave: () => void }

/** The zone that the page shows: chosen, or else saved, or else detected. */
function useChoice({ user }: Account, { savedZone, isBusy, leave }: ChoiceOptions) {
  const { draft, change } = useDraft()
  const ownZone = savedZone ?? browserZone()
  // Another person's choice stays theirs.
  const isOurs = draft.chosenBy === undefined || draft.chosenBy === user?.id
  const chosen = isOurs ? draft.timezone : undefined
  const isChosen = chosen !== undefined && chosen !== ownZone
  return {
    timezone: chosen ?? ownZone,
    origin: isChosen ? 'chosen' : savedZone !== undefined ? 'saved' : 'detected',
    choose: (zone: string) => {
      leave()
      // What is being saved may soon be what the choice is compared with.
      const isChoice = isBusy || zone !== ownZone
      change({ timezone: isChoice ? zone : undefined, chosenBy: isChoice ? user?.id : undefined })
    },
    /** Leaves what is stored as it is. */
    keepStored: () => {
      change({ timezone: undefined })
      leave()
    },
  } as const
}

type ChangesOptions = Pick<ReturnType<typeof useSave>, 'state' | 'run'> & {
  account: Account
  userId: string
  record: ReturnType<typeof useRecord>
  timezone: string
}

function useChanges({ account, userId, record, timezone, state, run }: ChangesOptions) {
  const { draft, change } = useDraft()
  const { saved, belief } = record
  const ownerOf = (id: string, username: string) => (account.isOpen ? { user_id: id, username } : undefined)
  const owner = ownerOf(userId, saved?.user.username ?? (draft.username || userId))
  const save = (zone: string, by: Owner | undefined, options: SaveOptions = {}) =>
    run(saveOf(zone, by, { belief, ...options }))
  const isReady = account.user !== undefined && !account.isOpen && (saved !== undefined || record.hasNone)
  useLoginSave(isReady, (zone) => save(zone, undefined, { canUndo: true }))

  /** What undoes the last change; undefined where that is not offered. Overwrites nothing that was saved since. */
  function findUndo(): (() => void) | undefined {
    if (state.step !== 'saved' || !state.isNew || !state.write.canUndo) return undefined
    const { write, saved } = state
    const before = write.belief.record
    if (before === undefined) return write.record && (() => run({ record: undefined, belief: saved }))
    return () => save(before.timezone, ownerOf(before.user.id, before.user.username), { belief: saved })
  }

  return {
    /** Where there is no login: saves for nobody from now on. What is saved stays. */
    forgetOwner: () => change({ userId: undefined, username: undefined }),
    save: () => save(timezone, owner),
    /** Saves another zone, as a traveller does. */
    saveZone: (zone: string) => save(zone, owner, { isDeliberate: false }),
    /** Saves the zone shown for somebody who has said who they are, for whom this browser saves from then on; or a name. */
    saveAs: (by: Owner, onDone: () => void) => {
      // Another name moves nobody.
      const isOwn = by.user_id === userId
      const zone = (isOwn ? saved?.canonical : undefined) ?? timezone
      const onSaved = ({ record }: Belief) => {
        const username = record?.user.username ?? by.username
        change({ userId: by.user_id, username, typedId: undefined, typedName: undefined })
        onDone()
      }
      save(zone, by, { belief: isOwn ? belief : NONE, isDeliberate: !isOwn, onSaved })
    },
    /** Deletes it, where there is no login: others erase everything. */
    remove: () => run({ record: undefined, belief, canUndo: true }),
    undo: findUndo(),
  }
}

/** `isDeliberate` is false for a zone that was not chosen here. */
type SaveOptions = Partial<Omit<Write, 'record'>> & { isDeliberate?: boolean }

/** A save that forgets the choice once it is stored, unless there is another by then. */
function saveOf(
  timezone: string,
  owner: Owner | undefined,
  { isDeliberate = true, onSaved, ...write }: SaveOptions & Pick<Write, 'belief'>,
): Write {
  const before = currentDraft().timezone
  return {
    ...write,
    record: { timezone, ...owner },
    onSaved: (saved) => {
      // A zone chosen here must not raise the question for travellers.
      if (isDeliberate && timezone !== browserZone()) keepHome(timezone)
      if (currentDraft().timezone === before) forgetZone()
      onSaved?.(saved)
    },
  }
}

function useRecord(userId: string) {
  const query = api.getTimezone.useQuery({
    queryKey: queryKeys.record(userId),
    queryData: { query: { id: userId } },
    enabled: userId !== '',
    retry: retryUnlessAnswered,
  })
  const hasNone = isStatus(query.error, 404)
  // React Query keeps the data of a record that has been deleted since, next to the error.
  const found = hasNone ? undefined : query.data
  return {
    saved: found?.body,
    hasNone,
    belief: found === undefined ? NONE : beliefIn(found),
    isLoading: query.isLoading,
    error: hasNone ? null : query.error,
    reload: () => void query.refetch(),
  }
}

// What a new record has besides what a save returns.
const NOTHING_ADDED = { availability: null }

/** The one save of the page. A write that the service refuses is repeated if nothing can be lost, and otherwise asked about. */
function useSave({ userId, isOpen }: { userId: string; isOpen: boolean }) {
  const queryClient = api.useQueryClient()
  const [state, dispatch] = useReducer(nextSave, { step: 'idle' })
  const [path] = useLocation()
  const leave = () => dispatch({ type: 'left' })
  // An outcome is about the view in which it came.
  useEffect(leave, [path])

  async function run(write: Write): Promise<void> {
    dispatch({ type: 'begun', write })
    try {
      const { saved, isNew } = await (write.record ? save(write.record, write.belief) : remove(write.belief))
      dispatch({ type: 'answered', saved, isNew })
      write.onSaved?.(saved)
      askAgain(saved.record?.user.id ?? userId)
    } catch (error) {
      const again = repeated(error, write, userId)
      if (again !== undefined) return run(again)
      dispatch({ type: 'refused', error })
      askAgain(userId)
    }
  }

  /** Once: the event that announces the same finds it known. */
  function askAgain(id: string): void {
    void queryClient.invalidateQueries({ predicate: isAbout(new Set([id])) })
  }

  async function save(record: NewRecord, { condition }: Belief) {
    const answer = await client.setTimezone({ body: record, headers: condition })
    if (answer.status !== 200) throw answer
    queryClient.getTimezone.setQueryData(queryKeys.record(answer.body.user.id), (before) => ({
      ...answer,
      body: { ...NOTHING_ADDED, ...before?.body, ...answer.body },
    }))
    return { saved: beliefIn(answer), isNew: true }
  }

  async function remove({ condition }: Belief) {
    const answer = await client.deleteTimezone({
      query: isOpen ? { user_id: userId } : {},
      headers: condition,
    })
    if (answer.status !== 200) throw answer
    return { saved: NONE, isNew: answer.body.deleted }
  }

  return { state, run: (write: Write) => void run(write), leave }
}
