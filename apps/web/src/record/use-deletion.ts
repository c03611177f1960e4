import { useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import type { Question } from '../ui/confirm-dialog.tsx'
import { type Belief, NONE } from './belief.ts'
import type { useRecord } from './use-record.ts'
import type { NewRecord } from './use-record-writes.ts'

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

  function keepForUndo({ record: removed }: Belief) {
    if (!isUndoable || removed === undefined) return
    const { user, timezone } = removed
    setDeleted({ timezone, ...(isOpen && { user_id: user.id, username: user.username }) })
  }

  function remove() {
    const { belief } = record
    record.removeRecord(isOpen ? userId : undefined, { belief, onRemoved: keepForUndo })
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
      record.saveRecord(deleted, { belief: NONE })
    },
  }
}
