import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { changeIds, cleanName, loadGroups, loadIds, readList, saveGroup, saveIds } from './selection.ts'

/** What a link to the people or the meeting carries. */
export type Selection = {
  ids: string[]
  /** The group's name; empty for the people of this browser. */
  name: string
  at: Temporal.Instant | undefined
  /** The length of the meeting. */
  minutes: number
  /** The zone of whoever shared the meeting, if they have no record here. */
  zone: string | undefined
}

export const DURATIONS = [30, 60, 120] as const
const USUAL_DURATION = 60
/** Meetings are in these years. In others, offsets are unknown or not in whole minutes. */
export const [FIRST_YEAR, LAST_YEAR] = [2000, 2099]

/** The selection in the address. The people chosen here are also stored in this browser, for visits without an address. */
export function useSelection() {
  const [parameters, setParameters] = useSearchParams()
  const [path, navigate] = useLocation()
  const selection = readSelection(parameters)
  const isEmpty = selection.ids.length === 0
  const asked = selection.ids.join()
  const isGroup = selection.name !== ''

  useEffect(() => {
    const stored = loadIds()
    // A link from somebody else must not replace one's own list.
    if (!isEmpty && !isGroup && stored.length === 0) saveIds(asked.split(','))
    if (isEmpty && !isGroup && stored.length > 0)
      navigate(addressOf(path, { ids: stored }), { replace: true })
  }, [asked, isEmpty, isGroup, navigate, path])

  function select(change: Partial<Selection>) {
    setParameters(
      (parameters) => {
        // What is shown now, which an earlier render does not know: Undo calls the `select` of before the removal.
        const current = readSelection(parameters)
        const next = { ...current, ...change }
        if (change.ids !== undefined) keep(next, current.ids)
        return toParameters(next)
      },
      { replace: true },
    )
  }

  return [selection, select] as const
}

/** Where a link to `/people` of an earlier version leads: one with a moment is that of a meeting. */
export function formerPeopleAddress(search: string): string {
  const selection = readSelection(new URLSearchParams(search))
  const { ids, name } = selection
  return selection.at === undefined ? addressOf('/', { ids, name }) : addressOf('/meet', selection)
}

/** The address of a view with this selection. */
export function addressOf(path: string, selection: Partial<Selection>): string {
  const parameters = toParameters(selection).toString()
  return parameters === '' ? path : `${path}?${parameters}`
}

/** The address of another view with the selection of this address, without its moment. */
export function addressBeside(path: string, search: string): string {
  const { ids, name } = readSelection(new URLSearchParams(search))
  return addressOf(path, ids.length === 0 ? { ids: loadIds() } : { ids, name })
}

/** Saves a change to a list or group of this browser. A change to somebody else's group stays in the address. */
export function keep({ name, ids }: Selection, before: readonly string[]): void {
  if (name === '') changeIds({ added: exclude(ids, before), removed: exclude(before, ids) })
  else if (loadGroups().some((group) => group.name === name)) saveGroup({ name, ids })
}

function exclude(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id))
}

/** The selection in an address. */
export function readSelection(parameters: URLSearchParams): Selection {
  const minutes = Number(parameters.get('minutes'))
  return {
    // A chat service may have cut the link within an escape, which reads as this character.
    ids: readList(parameters.get('ids')?.split(',') ?? []).filter((id) => !id.includes('\ufffd')),
    name: cleanName(parameters.get('name') ?? ''),
    at: parseInstant(parameters.get('at')),
    minutes: DURATIONS.find((duration) => duration === minutes) ?? USUAL_DURATION,
    zone: parameters.get('zone') ?? undefined,
  }
}

function toParameters({ name, ids = [], at, minutes, zone }: Partial<Selection>): URLSearchParams {
  const parameters = new URLSearchParams()
  if (name) parameters.set('name', name)
  if (ids.length > 0) parameters.set('ids', ids.join(','))
  if (at !== undefined) parameters.set('at', at.toString({ smallestUnit: 'minute' }))
  // Beside a moment, the link is that of a meeting, which stays as long as it is.
  if (minutes !== undefined && (at !== undefined || minutes !== USUAL_DURATION))
    parameters.set('minutes', String(minutes))
  if (zone !== undefined) parameters.set('zone', zone)
  return parameters
}

function parseInstant(text: string | null): Temporal.Instant | undefined {
  try {
    const at = text === null ? undefined : Temporal.Instant.from(text)
    return at !== undefined && isInYears(at) ? at : undefined
  } catch {
    return undefined
  }
}

function isInYears({ epochMilliseconds: at }: Temporal.Instant): boolean {
  return at >= Date.UTC(FIRST_YEAR, 0) && at < Date.UTC(LAST_YEAR + 1, 0)
}
