import { useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { browserZone } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Question } from '../ui/confirm-dialog.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { usePendingSave } from './pending-save.ts'
import { saveTravel } from './travel.ts'
import { useDeletion } from './use-deletion.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useRecord } from './use-record.ts'

const TYPING_PAUSE_MS = 400

/** The form's content, the record it is about, and what its buttons do. */
export function useRecordForm(account: Account) {
  const texts = useTexts()
  const { draft, change: changeDraft } = useDraft()
  const [question, ask] = useState<Question>()
  const entered = clean(draft)
  const typedId = useDebounced(entered.userId, TYPING_PAUSE_MS)
  const userId = account.isOpen ? typedId : (account.user?.id ?? '')
  const record = useRecord(userId)
  const savedZone = record.saved?.canonical ?? (account.isOpen ? undefined : account.timezone)
  const isOwn =
    !account.isOpen || (record.saved?.user.username === entered.username && userId === entered.userId)
  const ownZone = savedZone ?? browserZone()
  const timezone = draft.timezone ?? ownZone
  const isUndoable = account.isOpen || account.visibility === 'public'
  const deletion = useDeletion({ record, userId, isOpen: account.isOpen, isUndoable, ask })

  const pending = usePendingSave({ account, record, onSaved: finishChoice })

  function forget() {
    record.reset()
    deletion.forget()
    pending.forget()
  }

  function change(part: Partial<Draft>) {
    forget()
    changeDraft(part)
  }

  /** A saved choice is a choice no more: from here on, the page shows what is saved. */
  function forgetChoice() {
    changeDraft({ timezone: undefined })
  }

  function finishChoice(chosen: string) {
    // What was chosen here is no journey.
    if (chosen !== browserZone()) saveTravel({ home: chosen, away: browserZone(), plan: 'keep' })
    forgetChoice()
  }

  /** Saves another zone for the same person. */
  function saveZone(zone: string) {
    const owner = account.isOpen ? { user_id: entered.userId, username: entered.username } : {}
    forget()
    record.saveRecord({ timezone: zone, ...owner }, forgetChoice)
  }

  async function submit() {
    forget()
    const { username } = entered
    if (!account.isOpen) return record.saveRecord({ timezone }, () => finishChoice(timezone))
    const run = () =>
      record.saveRecord({ timezone, username, user_id: entered.userId }, () => finishChoice(timezone))
    // A mistyped id may be another person's. What is on screen may lag behind what was typed, so ask the service.
    const owner = await record.findOwner(entered.userId)
    if (owner.isUnknown) return
    if (owner.username === undefined || owner.username === username) return run()
    ask({
      title: texts.record.askReplace,
      text: texts.record.askReplaceText(owner.username, username),
      action: texts.record.replace,
      isDangerous: false,
      run,
    })
  }

  return {
    draft,
    userId,
    /** The zone that the page shows: chosen, or else saved, or else detected. */
    timezone,
    origin: draft.timezone !== undefined ? 'chosen' : savedZone !== undefined ? 'saved' : 'detected',
    record,
    deletion,
    question,
    ask,
    change,
    choose: (zone: string) => change({ timezone: zone === ownZone ? undefined : zone }),
    saveZone,
    /** The saved zone, where the record is surely the reader's own. */
    savedZone: isOwn ? savedZone : undefined,
    undoSave: pending.undo,
    submit,
  } as const
}

export type RecordForm = ReturnType<typeof useRecordForm>

/** Ids and names must be in NFC; pasted text often brings surrounding spaces. */
function clean(draft: Draft) {
  return {
    userId: draft.userId.trim().normalize('NFC'),
    username: draft.username.trim().normalize('NFC'),
  }
}
