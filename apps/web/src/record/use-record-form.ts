import { useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Question } from '../ui/confirm-dialog.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
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
  const isUndoable = account.isOpen || account.visibility === 'public'
  const deletion = useDeletion({ record, userId, isOpen: account.isOpen, isUndoable, ask })

  function forget() {
    record.reset()
    deletion.forget()
  }

  function change(part: Partial<Draft>) {
    forget()
    changeDraft(part)
  }

  async function submit() {
    forget()
    const { timezone, username } = entered
    if (!account.isOpen) return record.saveRecord({ timezone })
    const run = () => record.saveRecord({ timezone, username, user_id: entered.userId })
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

  return { draft, userId, record, deletion, question, ask, change, submit }
}

export type RecordForm = ReturnType<typeof useRecordForm>

/** Ids and names must be in NFC; pasted text often brings surrounding spaces. */
function clean(draft: Draft): Draft {
  return {
    userId: draft.userId.trim().normalize('NFC'),
    username: draft.username.trim().normalize('NFC'),
    timezone: draft.timezone,
  }
}
