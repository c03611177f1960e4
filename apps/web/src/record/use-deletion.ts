import { useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import type { Question } from '../ui/confirm-dialog.tsx'
import type { NewRecord, useRecord } from './use-record.ts'

type DeletionOptions = {
  record: ReturnType<typeof useRecord>
  userId: string
  isOpen: boolean
  /** False for a record that is not public: a save would publish it until its visibility is set again. */
  isUndoable: boolean
  ask: (question: Question) => void
}

/** Deletes a record after a confirmation, and keeps what is needed to undo that. */
export function useDeletion({ record, userId, isOpen, isUndoable, ask }: DeletionOptions) {
  const texts = useTexts()
  const [deleted, setDeleted] = useState<NewRecord>()

  function remove() {
    const { saved } = record
    if (saved === undefined) return
    if (isUndoable)
      setDeleted({
        timezone: saved.timezone,
        ...(isOpen && { user_id: saved.user.id, username: saved.user.username }),
      })
    record.removeRecord(isOpen ? userId : undefined)
  }

  return {
    canUndo: deleted !== undefined,
    forget: () => setDeleted(undefined),
    askToDelete: () => {
      record.reset()
      ask({
        title: texts.record.askDelete,
        text: isUndoable ? texts.record.askDeleteText : texts.record.askDeleteForGood,
        action: texts.record.delete,
        isDangerous: true,
        run: remove,
      })
    },
    undo: () => {
      if (deleted === undefined) return
      record.reset()
      setDeleted(undefined)
      record.saveRecord(deleted)
    },
  }
}
