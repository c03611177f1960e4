import { readId } from '../selection/selection.ts'
import { createStored, propertiesOf, useStored } from '../ui/stored.ts'

/** What this browser remembers of its reader across reloads and logins. */
type Draft = {
  /** Whose record this browser saves where there is no login; undefined until it has saved one. */
  userId?: string
  username?: string
  /** The zone that they have chosen and not saved. A detected one is never stored: after a trip it would look like a choice. */
  timezone?: string
  /** The id of the person signed in who chose it; undefined if nobody was. */
  chosenBy?: string
  /** What was typed into the question who they are, until it is saved. */
  typedId?: string
  typedName?: string
  /** Set once they have saved a zone, or have chosen to look around. */
  isKnown?: 'yes'
}

const draft = createStored('timezone-registry:draft', readDraft)

/** The draft, and how to change parts of it; `undefined` forgets a part. */
export function useDraft() {
  return { draft: useStored(draft), change }
}

/** The draft as it is by now, which another window may have changed. */
export function currentDraft(): Draft {
  return draft.get()
}

/** Forgets the zone that was chosen, once it is saved. */
export function forgetZone(): void {
  change({ timezone: undefined })
}

/** Forgets what somebody has chosen and typed, when they leave. */
export function forgetChoice(): void {
  change({ timezone: undefined, chosenBy: undefined, typedId: undefined, typedName: undefined })
}

/** Whose record is the reader's own; empty while that is not known. */
export function useOwnId({ isOpen, user }: { isOpen: boolean; user: { id: string } | undefined }): string {
  const { draft } = useDraft()
  return isOpen ? (draft.userId ?? '') : (user?.id ?? '')
}

function change(part: { [Key in keyof Draft]: Draft[Key] | undefined }): void {
  draft.change((current) => {
    const next = { ...current, ...part }
    return { ...next, isChosen: next.timezone !== undefined } as Draft
  })
}

function readDraft(stored: unknown): Draft {
  const { isChosen, ...properties } = propertiesOf(stored)
  const parts = Object.entries(properties).filter(
    // Earlier versions of the page stored the detected zone, too.
    ([key, value]) => typeof value === 'string' && (key !== 'timezone' || isChosen === true),
  )
  const { userId, ...draft }: Draft = Object.fromEntries(parts)
  const id = readId(userId ?? '')
  return id ? { ...draft, userId: id } : draft
}
