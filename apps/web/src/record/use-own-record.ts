import { useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { useDraft, useOwnId } from '../account/use-draft.ts'
import { browserZone } from '../clock/zone-time.ts'
import type { Question } from '../ui/confirm-dialog.tsx'
import { type Belief, NONE } from './belief.ts'
import { usePendingSave } from './pending-save.ts'
import { keepHome } from './travel.ts'
import { useConflictQuestion } from './use-conflict-question.ts'
import { useRecord } from './use-record.ts'

/** Whose record is saved where there is no login. */
type Owner = { user_id: string; username: string }

/** The reader's own record, the zone that the page shows for it, and what its buttons do. */
export function useOwnRecord(account: Account) {
  const { draft, change } = useDraft()
  const [question, ask] = useState<Question>()
  const [asked, setAsked] = useState<'who' | 'name'>()
  const userId = useOwnId(account)
  const onKeep = () => change({ timezone: undefined })
  const record = useRecord(userId, useConflictQuestion({ userId, ask, onKeep }))
  const savedZone = record.saved?.canonical ?? (account.isOpen ? undefined : account.timezone)
  const ownZone = savedZone ?? browserZone()
  const timezone = draft.timezone ?? ownZone
  const { forget, ...saves } = useSaves({ account, userId, record, timezone })
  return {
    userId,
    record,
    /** The zone that the page shows: chosen, or else saved, or else detected. */
    timezone,
    origin: draft.timezone !== undefined ? 'chosen' : savedZone !== undefined ? 'saved' : 'detected',
    savedZone,
    question,
    ask,
    /** What a sheet asks: who the reader is, or for another name. */
    asked,
    setAsked,
    /** Where there is no login: saves for nobody from now on. What is saved stays. */
    forgetOwner: () => change({ userId: undefined, username: undefined }),
    choose: (zone: string) => {
      forget()
      change({ timezone: zone === ownZone ? undefined : zone })
    },
    ...saves,
  } as const
}

export type OwnRecord = ReturnType<typeof useOwnRecord>

type SavesOptions = {
  account: Account
  userId: string
  record: ReturnType<typeof useRecord>
  timezone: string
}

/** The ways to save the reader's record. */
function useSaves({ account, userId, record, timezone }: SavesOptions) {
  const { draft, change } = useDraft()
  const pending = usePendingSave({ account, record, onSaved: finishChoice })
  const forgetChoice = () => change({ timezone: undefined })

  function forget() {
    record.reset()
    pending.forget()
  }

  function finishChoice(chosen: string) {
    // A zone chosen here is deliberate, so it must not raise the question for travellers.
    if (chosen !== browserZone()) keepHome(chosen)
    forgetChoice()
  }

  function save(zone: string, onSaved: () => void) {
    forget()
    const username = record.saved?.user.username ?? (draft.username || userId)
    const owner = account.isOpen ? { user_id: userId, username } : {}
    record.saveRecord({ timezone: zone, ...owner }, { belief: record.belief, onSaved })
  }

  function saveAs(owner: Owner, onSaved: () => void) {
    forget()
    // Another name moves nobody.
    const isOwn = owner.user_id === userId
    const zone = (isOwn ? record.saved?.canonical : undefined) ?? timezone
    const finish = ({ record: saved }: Belief) => {
      if (!isOwn) finishChoice(zone)
      const username = saved?.user.username ?? owner.username
      change({ userId: owner.user_id, username, typedId: undefined, typedName: undefined })
      onSaved()
    }
    const belief = isOwn ? record.belief : NONE
    record.saveRecord({ timezone: zone, ...owner }, { belief, onSaved: finish })
  }

  return {
    forget,
    save: () => save(timezone, () => finishChoice(timezone)),
    /** Saves another zone, as a traveller does. */
    saveZone: (zone: string) => save(zone, forgetChoice),
    /** Saves the zone shown for somebody who has said who they are, for whom this browser saves from then on; or a name. */
    saveAs,
    undoSave: pending.undo,
  }
}
