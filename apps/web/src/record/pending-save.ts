import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Account } from '../account/use-account.ts'
import type { Belief } from './belief.ts'
import type { useRecord } from './use-record.ts'

// For this tab only, so that a link from somebody else saves nothing.
const STORAGE_KEY = 'timezone-registry:pending-save'
const PARAMETER = 'save'

/** Where a login returns to so that it saves a zone, and what to call when it begins. */
export function usePendingLogin(timezone: string): { redirect: string; begin: () => void } {
  const [state] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  return {
    redirect: `/?${PARAMETER}=${state}`,
    begin: () => {
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ state, timezone }))
      } catch {
        // Without storage, the person has to save after signing in.
      }
    },
  }
}

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
  const state = parameters.get(PARAMETER)
  const isKnown = record.saved !== undefined || record.hasNone
  const isReady = account.user !== undefined && !account.isOpen && isKnown && state !== null

  useEffect(() => {
    if (!isReady) return
    const timezone = takePending(state)
    setParameters(
      (current) => {
        current.delete(PARAMETER)
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

/** The zone that this tab's login is to save. Can be taken once. */
function takePending(state: string): string | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    sessionStorage.removeItem(STORAGE_KEY)
    if (typeof stored !== 'object' || stored === null) return undefined
    const { state: begun, timezone } = stored as Record<string, unknown>
    return begun === state && typeof timezone === 'string' ? timezone : undefined
  } catch {
    return undefined
  }
}
