import { useEffect, useState } from 'react'
import { readId } from '../selection/selection.ts'
import { readStoredObject, writeStored } from '../ui/stored-value.ts'

/** What a person has typed and chosen; `timezone` is undefined until they choose one, and again once it is saved. */
export type Draft = { userId: string; username: string; timezone: string | undefined }

const STORAGE_KEY = 'timezone-registry:draft'

type StoredDraft = { userId?: string; username?: string; timezone?: string; isChosen?: boolean }

/**
 * The form's content, kept in this browser across reloads and logins. A detected zone is never stored: after a trip it
 * would look like a choice.
 */
export function useDraft() {
  const [stored, setStored] = useState(loadDraft)
  useEffect(() => writeStored(STORAGE_KEY, stored), [stored])
  const draft: Draft = {
    userId: stored.userId ?? '',
    username: stored.username ?? '',
    timezone: stored.timezone,
  }
  return {
    draft,
    change: (part: Partial<Draft>) =>
      setStored((before) => {
        const { timezone, isChosen: _, ...next } = { ...before, ...part }
        return timezone === undefined ? next : { ...next, timezone, isChosen: true }
      }),
  }
}

/** The user id typed on this browser's form, as it is saved; empty if none was. */
export function loadDraftUserId(): string {
  return readId(loadDraft().userId ?? '') ?? ''
}

function loadDraft(): StoredDraft {
  const { userId, username, timezone, isChosen } = readStoredObject(STORAGE_KEY)
  return {
    ...(typeof userId === 'string' && { userId }),
    ...(typeof username === 'string' && { username }),
    // Earlier versions of the page stored the detected zone, too.
    ...(typeof timezone === 'string' && isChosen === true && { timezone, isChosen }),
  }
}
