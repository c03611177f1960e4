import { useSearchParams } from 'wouter'

/** Who is looked at and, where one was chosen, which moment: kept in the page's address, so that it can be sent. */
export type Selection = { ids: string[]; at: Temporal.Instant | undefined }

export function useSelection() {
  const [parameters, setParameters] = useSearchParams()
  const selection: Selection = {
    ids: splitIds(parameters.get('ids') ?? ''),
    at: parseInstant(parameters.get('at')),
  }

  function select(change: Partial<Selection>) {
    const { ids, at } = { ...selection, ...change }
    const next = new URLSearchParams()
    if (ids.length > 0) next.set('ids', ids.join(','))
    if (at !== undefined) next.set('at', at.toString({ smallestUnit: 'minute' }))
    setParameters(next, { replace: true })
  }

  return [selection, select] as const
}

/** Ids with commas, spaces or line breaks between them; each once. */
export function splitIds(text: string): string[] {
  return [...new Set(text.normalize('NFC').split(/[\s,]+/))].filter((id) => id !== '')
}

function parseInstant(text: string | null): Temporal.Instant | undefined {
  try {
    return text === null ? undefined : Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}
