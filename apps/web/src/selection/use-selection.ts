import { readDuration, readMoment, USUAL_DURATION } from '@timezone-registry/zones/meeting-link'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStored } from '../ui/stored.ts'
import { addToList, type Group, MAX_PEOPLE, OWN, ownGroups, ownPeople, removeFromList } from './lists.ts'
import { cleanName, readList } from './selection.ts'

/** What a link to the people or the meeting carries. */
export type Selection = {
  ids: string[]
  /** The group's name; empty for the people of this browser. */
  name: string
  /** When the meeting begins, in milliseconds since 1970. */
  at: number | undefined
  /** The length of the meeting. */
  minutes: number
  /** The zone of whoever shared the meeting, if they have no record here. */
  zone: string | undefined
  /** The id of whoever invites with this link; empty for somebody without a record. */
  by: string | undefined
}

/** The people of a list of this browser, or those in the address, which may be somebody else's. */
export type ShownList = Selection & {
  /** The id of the list of this browser that has them; undefined for a link. */
  list: string | undefined
}

/** What the address shows. An address without people stands for the list of this browser that it names. */
export function useSelection(): ShownList {
  const search = useSearch()
  const people = useStored(ownPeople)
  const groups = useStored(ownGroups)
  const selection = findList(readSelection(new URLSearchParams(search)), people, groups)
  const isFirst = selection.list === undefined && selection.name === '' && people.length === 0
  useEffect(() => {
    // A link from somebody else must not replace one's own list.
    if (isFirst) addToList(OWN, selection.ids)
  }, [isFirst])
  return selection
}

function findList(linked: Selection, people: string[], groups: readonly Group[]): ShownList {
  const { ids, name } = linked
  const own = { id: OWN, name: '', ids: people }
  const named = name === '' ? own : findGroup(groups, name)
  if (ids.length === 0) {
    const { id: list, ...shown } = named ?? own
    return { ...linked, ...shown, list }
  }
  return { ...linked, list: named?.ids.join() === ids.join() ? named.id : undefined }
}

/** The group that has a name, or had it: another window may have renamed it. */
function findGroup(groups: readonly Group[], name: string): Group | undefined {
  return groups.find((group) => group.name === name) ?? groups.find(({ had = [] }) => had.includes(name))
}

/** The address of a view with this selection. */
export function addressOf(path: string, selection: Partial<Selection>): string {
  // An address may have commas as they are, which are shorter and can be read.
  const parameters = toParameters(selection).toString().replaceAll('%2C', ',')
  return parameters === '' ? path : `${path}?${parameters}`
}

/** The address of the start view with a list: without its people where this browser keeps them. */
export function addressOfList({ list, ids, name }: Pick<ShownList, 'list' | 'ids' | 'name'>): string {
  return addressOf('/', list === undefined ? { ids, name } : { name })
}

/** The selection in an address. */
export function readSelection(parameters: URLSearchParams): Selection {
  return {
    // A chat service may have cut the link within an escape, which reads as this character.
    ids: readList(parameters.get('ids')?.split(',') ?? [])
      .filter((id) => !id.includes('\ufffd'))
      .slice(0, MAX_PEOPLE),
    name: cleanName(parameters.get('name') ?? ''),
    at: readMoment(parameters.get('at')),
    minutes: readDuration(parameters.get('minutes')),
    zone: parameters.get('zone') ?? undefined,
    by: parameters.get('by') ?? undefined,
  }
}

function toParameters({ name, ids = [], at, minutes, zone, by }: Partial<Selection>): URLSearchParams {
  const parameters = new URLSearchParams()
  if (name) parameters.set('name', name)
  if (ids.length > 0) parameters.set('ids', ids.join(','))
  if (at !== undefined) parameters.set('at', `${new Date(at).toISOString().slice(0, 16)}Z`)
  // Beside a moment, the link is that of a meeting, which stays as long as it is.
  if (minutes !== undefined && (at !== undefined || minutes !== USUAL_DURATION))
    parameters.set('minutes', String(minutes))
  if (zone !== undefined) parameters.set('zone', zone)
  if (by !== undefined) parameters.set('by', by)
  return parameters
}

/** How the people shown change. Somebody else's link changes in the address only. */
export function useListChanges(selection: ShownList) {
  const [, navigate] = useLocation()
  const latest = useRef(selection)
  latest.current = selection
  const show = (shown: Pick<ShownList, 'list' | 'ids' | 'name'>) =>
    navigate(addressOfList(shown), { replace: true })
  const { list, name } = selection
  useEffect(() => {
    // From here on, a group shows what any window makes of it, no longer the people of the address.
    if (list) show(latest.current)
  }, [list, name])

  return {
    add(added: readonly string[]) {
      const { list, ids, name } = latest.current
      // Whoever is added to a link without a name is meant to stay.
      if (list !== undefined || name === '') addToList(list ?? OWN, added)
      show({ list, name, ids: [...ids, ...added] })
    },
    /** Returns what undoes it, on the list that it was. */
    remove(id: string): () => void {
      const { list, ids, name } = latest.current
      const undo = list === undefined ? undefined : removeFromList(list, id)
      show({ list, name, ids: ids.filter((other) => other !== id) })
      return (
        undo ??
        (() => {
          const { current: now } = latest
          const isSame = now.list === undefined && now.name === name
          show({ list, name, ids: isSame ? [...now.ids, id] : ids })
        })
      )
    },
  }
}
