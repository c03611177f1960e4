import { useEffect, useState } from 'react'
import { browserZone } from '../clock/zone-time.ts'

/** What a person has typed and chosen. */
export type Draft = { userId: string; username: string; timezone: string }

const STORAGE_KEY = 'timezone-registry:draft'

/** The form's content, kept in this browser: no reload and no login loses it. Starts at the browser's own zone. */
export function useDraft() {
  const [draft, setDraft] = useState(loadDraft)
  useEffect(() => {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(draft))
    } catch {
      // A browser that keeps nothing for us still has the form.
    }
  }, [draft])
  return [draft, (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))] as const
}

function loadDraft(): Draft {
  const empty = { userId: '', username: '', timezone: browserZone() }
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') }
  } catch {
    return empty
  }
}
