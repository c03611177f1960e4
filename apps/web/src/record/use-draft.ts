import { useEffect, useState } from 'react'

/** What a person has typed into the form. */
export type Draft = { userId: string; username: string; timezone: string }

const STORAGE_KEY = 'timezone-registry:draft'

/** The form's content, kept in this browser: nothing typed is lost by a reload. Starts at the browser's own zone. */
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
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const empty = { userId: '', username: '', timezone: timeZone }
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') }
  } catch {
    return empty
  }
}
