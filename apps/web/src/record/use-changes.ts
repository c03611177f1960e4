import type { Account } from '../account/use-account.ts'
import { browserZone } from '../clock/zone-time.ts'
import type { Question } from '../ui/confirm-dialog.tsx'
import type { Belief } from './belief.ts'
import { usePendingSave } from './pending-save.ts'
import { saveTravel } from './travel.ts'
import { useDeletion } from './use-deletion.ts'
import type { Ask, NewRecord } from './use-record-writes.ts'
import type { useSubject } from './use-subject.ts'

type ChangesOptions = {
  account: Account
  subject: ReturnType<typeof useSubject>
  ask: (question: Question) => void
  askAboutConflict: Ask
  /** Runs once the choice is saved: from then on, the page shows what is saved. */
  forgetChoice: () => void
}

/** What the form's buttons do to the saved record, and how to undo it. */
export function useChanges({ account, subject, ask, askAboutConflict, forgetChoice }: ChangesOptions) {
  const { record, userId, belief, owner } = subject
  const isUndoable = account.isOpen || account.visibility === 'public'
  const deletion = useDeletion({ record, userId, isOpen: account.isOpen, isUndoable, ask })
  const pending = usePendingSave({ account, record, onSaved: finishChoice })

  function forget() {
    record.reset()
    deletion.forget()
    pending.forget()
  }

  function finishChoice(chosen: string) {
    // A zone chosen here is deliberate, so it must not raise the question for travellers.
    if (chosen !== browserZone()) saveTravel({ home: chosen, away: browserZone(), plan: 'keep' })
    forgetChoice()
  }

  function save(timezone: string, onSaved: () => void) {
    forget()
    const wanted = { timezone, ...owner }
    const insist = () => record.saveRecord(wanted, { belief, onSaved })
    // A mistyped id may belong to another person.
    if (isOthers(belief, wanted)) askAboutConflict({ actual: belief, wanted, insist })
    else insist()
  }

  return {
    deletion,
    undoSave: pending.undo,
    forget,
    /** Saves another zone for the same person. */
    saveZone: (zone: string) => save(zone, forgetChoice),
    saveChoice: (zone: string) => save(zone, () => finishChoice(zone)),
  }
}

function isOthers({ record }: Belief, { username }: NewRecord): boolean {
  return record !== undefined && username !== undefined && record.user.username !== username
}
