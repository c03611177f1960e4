import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { readStored, writeStored } from '../ui/stored-value.ts'

/** The people on the page and the moment chosen, if any: part of the page's address, so that a link carries both. */
export type Selection = { ids: string[]; at: Temporal.Instant | undefined }

const STORAGE_KEY = 'timezone-registry:people'

/** The selection in the address. The people chosen here are also stored in this browser, for visits without an address. */
export function useSelection() {
  const [parameters, setParameters] = useSearchParams()
  const [, navigate] = useLocation()
  const asked = parameters.get('ids')
  const selection: Selection = { ids: splitIds(asked ?? ''), at: parseInstant(parameters.get('at')) }

  useEffect(() => {
    const isEmpty = loadIds().length === 0
    // A link from somebody else must not replace one's own list.
    if (asked !== null && isEmpty) writeStored(STORAGE_KEY, splitIds(asked))
    if (asked === null && !isEmpty) navigate(peopleAddress(), { replace: true })
  }, [asked, navigate])

  function select(change: Partial<Selection>) {
    const { ids, at } = { ...selection, ...change }
    const next = new URLSearchParams()
    if (ids.length > 0) next.set('ids', ids.join(','))
    if (change.ids !== undefined) writeStored(STORAGE_KEY, ids)
    if (at !== undefined) next.set('at', at.toString({ smallestUnit: 'minute' }))
    setParameters(next, { replace: true })
  }

  return [selection, select] as const
}

/** The address of the people stored in this browser, and of one more. */
export function peopleAddress(added?: string): string {
  const ids = [...new Set([...loadIds(), ...(added === undefined ? [] : [added])])]
  return ids.length === 0 ? '/people' : `/people?${new URLSearchParams({ ids: ids.join(',') })}`
}

/** Whether somebody is among the people stored in this browser. */
export function isStored(id: string): boolean {
  return loadIds().includes(id)
}

/** Adds somebody to the people stored in this browser. */
export function storePerson(id: string): void {
  writeStored(STORAGE_KEY, [...new Set([...loadIds(), id])])
}

/** Ids separated by commas, spaces or line breaks; each once. */
export function splitIds(text: string): string[] {
  return [...new Set(text.normalize('NFC').split(/[\s,]+/))].filter((id) => id !== '')
}

function loadIds(): string[] {
  const stored = readStored(STORAGE_KEY)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

function parseInstant(text: string | null): Temporal.Instant | undefined {
  try {
    return text === null ? undefined : Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}
