import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { SAVE_PARAMETER, takePending } from '../account/pending-login.ts'
import type { Account } from '../account/use-account.ts'
import type { Belief } from './belief.ts'
import type { useRecord } from './use-record.ts'

type PendingSaveOptions = {
  account: Account
  record: ReturnType<typeof useRecord>
  onSaved: (timezone: string) => void
}

/** Completes the save that a login on this tab began. Returns what undoes it; undefined where nothing was completed. */
export function usePendingSave({ account, record, onSaved }: PendingSaveOptions) {
  const [parameters, setParameters] = useSearchParams()
  const [undo, setUndo] = useState<() => void>()
  const { belief, saveRecord, removeRecord, reset } = record
  const state = parameters.get(SAVE_PARAMETER)
  const isKnown = record.saved !== undefined || record.hasNone
  const isReady = account.user !== undefined && !account.isOpen && isKnown && state !== null

  useEffect(() => {
    if (!isReady) return
    const timezone = takePending(state)
    setParameters(
      (current) => {
        current.delete(SAVE_PARAMETER)
        return current
      },
      { replace: true },
    )
    if (timezone !== undefined) saveRecord({ timezone }, { belief, onSaved: finish })
  }, [isReady, state])

  function finish(saved: Belief, { record: before }: Belief) {
    if (saved.record !== undefined) onSaved(saved.record.canonical)
    setUndo(() => () => {
      reset()
      setUndo(undefined)
      // `belief` keeps Undo from overwriting anything saved since.
      if (before === undefined) removeRecord(undefined, { belief: saved })
      else
        saveRecord({ timezone: before.timezone }, { belief: saved, onSaved: () => onSaved(before.canonical) })
    })
  }

  return { undo, forget: () => setUndo(undefined) }
}
