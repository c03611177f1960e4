import { useSyncExternalStore } from 'react'
import { readId } from '../selection/selection.ts'
import { readStoredObject, writeStored } from '../ui/stored-value.ts'
import type { Account } from './use-account.ts'

/** What this browser remembers of its reader across reloads and logins. */
type Draft = {
  /** Whose record this browser saves where there is no login; undefined until it has saved one. */
  userId?: string
  username?: string
  /** The zone that they have chosen and not saved. A detected one is never stored: after a trip it would look like a choice. */
  timezone?: string
  /** What was typed into the question who they are, until it is saved. */
  typedId?: string
  typedName?: string
  /** Set once they have saved a zone, or have chosen to look around. */
  isKnown?: 'yes'
}

const STORAGE_KEY = 'timezone-registry:draft'

let draft = loadDraft()
const listeners = new Set<() => void>()

/** The draft, and how to change parts of it; `undefined` forgets a part. */
export function useDraft() {
  return { draft: useSyncExternalStore(listen, () => draft), change }
}

/** Whose record is the reader's own; empty while that is not known. */
export function useOwnId({ isOpen, user }: Account): string {
  const { draft } = useDraft()
  return isOpen ? (draft.userId ?? '') : (user?.id ?? '')
}

function change(part: { [Key in keyof Draft]: Draft[Key] | undefined }): void {
  // Another tab may have changed it.
  draft = loadDraft()
  draft = Object.fromEntries(Object.entries({ ...draft, ...part }).filter(([, value]) => value !== undefined))
  writeStored(STORAGE_KEY, { ...draft, ...(draft.timezone !== undefined && { isChosen: true }) })
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', reload)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', reload)
  }
}

/** Takes over what another tab has changed. */
function reload({ key }: StorageEvent): void {
  if (key !== null && key !== STORAGE_KEY) return
  draft = loadDraft()
  for (const listener of listeners) listener()
}

function loadDraft(): Draft {
  const { isChosen, ...stored } = readStoredObject(STORAGE_KEY)
  const parts = Object.entries(stored).filter(
    // Earlier versions of the page stored the detected zone, too.
    ([key, value]) => typeof value === 'string' && (key !== 'timezone' || isChosen === true),
  )
  const { userId, ...loaded }: Draft = Object.fromEntries(parts)
  const id = readId(userId ?? '')
  return id ? { ...loaded, userId: id } : loaded
}
