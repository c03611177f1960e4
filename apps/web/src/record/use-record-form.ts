import { useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { type Draft, useDraft } from '../account/use-draft.ts'
import { browserZone } from '../clock/zone-time.ts'
import type { Question } from '../ui/confirm-dialog.tsx'
import { useChanges } from './use-changes.ts'
import { useConflictQuestion } from './use-conflict-question.ts'
import { useSubject } from './use-subject.ts'

/** The form's content, the record it is about, and what its buttons do. */
export function useRecordForm(account: Account) {
  const { draft, change: changeDraft } = useDraft()
  const [question, ask] = useState<Question>()
  const forgetChoice = () => changeDraft({ timezone: undefined })
  const askAboutConflict = useConflictQuestion({ ask, onKeep: forgetChoice })
  const subject = useSubject({ account, draft, ask: askAboutConflict })
  const changes = useChanges({ account, subject, ask, askAboutConflict, forgetChoice })
  const { savedZone } = subject
  const ownZone = savedZone ?? browserZone()
  const timezone = draft.timezone ?? ownZone

  function change(part: Partial<Draft>) {
    changes.forget()
    changeDraft(part)
  }

  return {
    draft,
    userId: subject.userId,
    isNoId: subject.isNoId,
    record: subject.record,
    /** The zone that the page shows: chosen, or else saved, or else detected. */
    timezone,
    origin: draft.timezone !== undefined ? 'chosen' : savedZone !== undefined ? 'saved' : 'detected',
    question,
    ask,
    change,
    choose: (zone: string) => change({ timezone: zone === ownZone ? undefined : zone }),
    /** The saved zone, where the record is certainly the reader's own. */
    savedZone: subject.isOwn ? savedZone : undefined,
    ...changes,
    submit: () => changes.saveChoice(timezone),
  } as const
}

export type RecordFormState = ReturnType<typeof useRecordForm>
