import { useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { browserZone } from '../clock/zone-time.ts'
import type { Question } from '../ui/confirm-dialog.tsx'
import type { Belief } from './belief.ts'
import { usePendingSave } from './pending-save.ts'
import { saveTravel } from './travel.ts'
import { useConflictQuestion } from './use-conflict-question.ts'
import { useDeletion } from './use-deletion.ts'
import { type Draft, useDraft } from './use-draft.ts'
import type { NewRecord } from './use-record-writes.ts'
import { useSubject } from './use-subject.ts'

/** The form's content, the record it is about, and what its buttons do. */
export function useRecordForm(account: Account) {
  const { draft, change: changeDraft } = useDraft()
  const [question, ask] = useState<Question>()
  /** A saved choice is a choice no more: from here on, the page shows what is saved. */
  const forgetChoice = () => changeDraft({ timezone: undefined })
  const askAboutConflict = useConflictQuestion({ ask, onKeep: forgetChoice })
  const subject = useSubject({ account, draft, ask: askAboutConflict })
  const { record, userId, savedZone, belief } = subject
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

  function finishChoice(chosen: string) {
    // What was chosen here is no journey.
    if (chosen !== browserZone()) saveTravel({ home: chosen, away: browserZone(), plan: 'keep' })
    forgetChoice()
  }

  function save(zone: string, onSaved: () => void) {
    forget()
    const wanted = { timezone: zone, ...subject.owner }
    const insist = () => record.saveRecord(wanted, { belief, onSaved })
    // A mistyped id may be another person's.
    if (isOthers(belief, wanted)) askAboutConflict({ actual: belief, wanted, insist })
    else insist()
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
    /** Saves another zone for the same person. */
    saveZone: (zone: string) => save(zone, forgetChoice),
    /** The saved zone, where the record is surely the reader's own. */
    savedZone: subject.isOwn ? savedZone : undefined,
    undoSave: pending.undo,
    submit: () => save(timezone, () => finishChoice(timezone)),
  } as const
}

export type RecordForm = ReturnType<typeof useRecordForm>

function isOthers({ record }: Belief, { username }: NewRecord): boolean {
  return record !== undefined && username !== undefined && record.user.username !== username
}
