import { useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { type Belief, NONE } from './belief.ts'
import type { OwnRecord } from './use-own-record.ts'
import type { NewRecord } from './use-record-writes.ts'

/** Deletes the reader's record after a confirmation, and keeps what is needed to undo that. */
export function useDeletion({ isOpen, visibility }: Account, { record, userId, ask }: OwnRecord) {
  const texts = useTexts().record
  const [deleted, setDeleted] = useState<NewRecord>()
  // A save would publish another one until its visibility is set again.
  const isUndoable = isOpen || visibility === 'public'

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
    askToDelete: () => {
      record.reset()
      setDeleted(undefined)
      ask({
        title: texts.askDelete,
        text: isUndoable ? texts.askDeleteText : texts.askDeleteForGood,
        action: texts.delete,
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

export type Deletion = ReturnType<typeof useDeletion>
