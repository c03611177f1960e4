import { readUnregistered, toEntry } from '@timezone-registry/contract'
import type { Availability } from '../clock/days.ts'
import { createStored, propertiesOf, randomId } from '../ui/stored.ts'
import { cleanName, readList } from './selection.ts'

/** A group of people that this browser keeps. It is the same group under another name, and found by those it `had`. */
export type Group = { id: string; name: string; ids: string[]; had?: string[] }

/** At most this many people are compared at once. */
export const MAX_PEOPLE = 200
const MAX_FORMER_NAMES = 20
/** The id of the list of the reader's people, beside those of groups. */
export const OWN = ''

export const ownPeople = createStored('timezone-registry:people', readTexts)

export const ownGroups = createStored('timezone-registry:groups', (stored): Group[] =>
  (Array.isArray(stored) ? stored : []).flatMap((group) => {
    // Earlier versions of the page kept no id.
    const { name, id = name, ids, had } = propertiesOf(group)
    if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(ids)) return []
    return { id, name, ids: readTexts(ids), ...(Array.isArray(had) && { had: had.map(String) }) }
  }),
)

/** What the reader calls people, by id. */
export const ownNames = createStored('timezone-registry:names', (stored): Record<string, string> => {
  const names = Object.entries(propertiesOf(stored))
  return Object.fromEntries(names.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
})

function allLists(): Group[] {
  return [{ id: OWN, name: '', ids: ownPeople.get() }, ...ownGroups.get()]
}

/** Everyone in a list of this browser. */
export function listedIds(): Set<string> {
  return new Set(allLists().flatMap(({ ids }) => ids))
}

/** What somebody in a list is called; their id if that is not known. */
export function nameOf(id: string): string {
  return ownNames.get()[id] ?? readUnregistered(id)?.name ?? findKept(id)?.person.name ?? id
}

/** Adds people to a list, as far as there is room. */
export function addToList(list: string, ids: readonly string[]): void {
  changeList(list, (before) => {
    const all = [...new Set([...before, ...ids])]
    return all.slice(0, Math.max(MAX_PEOPLE, before.length))
  })
}

/** Takes somebody off a list. Returns what undoes that, whatever has happened to the list since. */
export function removeFromList(list: string, id: string): () => void {
  const before = allLists().filter((one) => one.id === list)
  changeList(list, (ids) => ids.filter((other) => other !== id))
  const remember = forget([id])
  return () => {
    bringBack(before, [id])
    remember()
  }
}

/** Adds people to lists again. A group that was deleted meanwhile comes back with them. */
function bringBack(lists: readonly Group[], ids: readonly string[]): void {
  for (const list of lists) {
    if (list.id !== OWN) insertGroup({ ...list, ids: [] })
    addToList(list.id, ids)
  }
}

/** Keeps people as a group. If another has the name, it becomes `name 2`. Returns the name. */
export function addGroup(name: string, ids: readonly string[]): string {
  return insertGroup({ id: randomId(), name, ids: ids.slice(0, MAX_PEOPLE) })
}

/** Adds a group unless it is there. If another has its name, it becomes `name 2`. Returns the name. */
function insertGroup(group: Group, position = Number.POSITIVE_INFINITY): string {
  ownGroups.change((groups) => {
    if (groups.some(({ id }) => id === group.id)) return groups
    const names = groups.map(({ name }) => name)
    const name = firstFree(group.name, names)
    const inserted = names.reduce(withoutFormer, { ...group, name })
    return groups.map((other) => withoutFormer(other, name)).toSpliced(position, 0, inserted)
  })
  return ownGroups.get().find(({ id }) => id === group.id)?.name ?? group.name
}

/** Gives a group another name; if another group has it, `name 2`. Returns the name. */
export function renameGroup(id: string, wanted: string): string {
  const others = ownGroups.get().filter((group) => group.id !== id)
  const name = firstFree(
    wanted,
    others.map((group) => group.name),
  )
  const rename = ({ had = [], ...group }: Group) => ({
    ...group,
    name,
    had: [...had, group.name].filter((former) => former !== name).slice(-MAX_FORMER_NAMES),
  })
  ownGroups.change((groups) =>
    groups.map((group) => (group.id === id ? rename(group) : withoutFormer(group, name))),
  )
  return name
}

/** Links with a name that another group has taken no longer mean this one. */
function withoutFormer({ had, ...group }: Group, name: string): Group {
  return had === undefined ? group : { ...group, had: had.filter((former) => former !== name) }
}

/** Deletes a group. Returns what undoes that, which returns the name that the group has again. */
export function removeGroup(removed: Group): () => string {
  const position = ownGroups.get().findIndex(({ id }) => id === removed.id)
  ownGroups.change((groups) => groups.filter(({ id }) => id !== removed.id))
  const remember = forget(removed.ids)
  return () => {
    const name = insertGroup({ ...removed, ids: [] }, position)
    addToList(removed.id, removed.ids)
    remember()
    return name
  }
}

/**
 * Keeps what the reader calls somebody; an empty name takes it back. Those in a list who are not registered have no other
 * name.
 */
export function nameSomebody(id: string, name: string): void {
  const cleaned = cleanName(name)
  const entry = listedIds().has(id) && readUnregistered(id)
  if (entry) replaceInLists(id, toEntry({ ...entry, name: cleaned }))
  else ownNames.change(({ [id]: _, ...others }) => (cleaned === '' ? others : { ...others, [id]: cleaned }))
}

/**
 * Puts somebody registered in the place of the one row that had their name while they were not. Returns what brings that
 * row back; undefined if there is none.
 */
export function replaceNamesake(id: string, name: string): (() => void) | undefined {
  const isNamesake = (entry: string) =>
    readUnregistered(entry)?.name.localeCompare(name, undefined, { sensitivity: 'base' }) === 0
  const [namesake, ...others] = [...listedIds()].filter(isNamesake)
  if (namesake === undefined || others.length > 0) return undefined
  const lists = allLists().filter(({ ids }) => ids.includes(namesake))
  replaceInLists(namesake, id)
  return () => bringBack(lists, [namesake])
}

function replaceInLists(before: string, after: string): void {
  const replace = (ids: string[]) => [...new Set(ids.map((id) => (id === before ? after : id)))]
  ownPeople.change(replace)
  ownGroups.change((groups) => groups.map((group) => ({ ...group, ids: replace(group.ids) })))
}

function changeList(list: string, change: (ids: string[]) => string[]): void {
  if (list === OWN) ownPeople.change(change)
  else
    ownGroups.change((groups) =>
      groups.map((group) => (group.id === list ? { ...group, ids: change(group.ids) } : group)),
    )
}

/**
 * Removes what this browser knows about those of these people who are in none of its lists any more. Returns what brings
 * back what they were called.
 */
function forget(removed: readonly string[]): () => void {
  const listed = listedIds()
  const gone = new Set(removed.filter((id) => !listed.has(id)))
  const isGone = ([id]: [string, string]) => gone.has(id)
  const forgotten = Object.fromEntries(Object.entries(ownNames.get()).filter(isGone))
  ownNames.change((names) => Object.fromEntries(Object.entries(names).filter((entry) => !isGone(entry))))
  forgetPeople([...gone])
  return () => ownNames.change((names) => ({ ...forgotten, ...names }))
}

/** The text, or the first of `text 2`, `text 3` that is not taken. */
function firstFree(text: string, taken: readonly string[]): string {
  let free = text
  for (let count = 2; taken.includes(free); count++) free = `${text} ${count}`
  return free
}

function readTexts(stored: unknown): string[] {
  return Array.isArray(stored) ? readList(stored.filter((text) => typeof text === 'string')) : []
}

/** What the service says about somebody. */
export type KnownPerson = { name: string; timezone: string; availability: Availability | null }

const PREFIX = 'timezone-registry:person:'
const WEEK_MS = 7 * 24 * 3_600_000

/** Removes what this browser has kept of these people; without ids, of everybody. */
export function forgetPeople(ids?: readonly string[]): void {
  try {
    const keys = ids?.map((id) => PREFIX + id) ?? Object.keys(localStorage)
    for (const key of keys) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // The browser refuses storage, so nothing was kept.
  }
}

/** What was last known of somebody, for a week at most. */
export function findKept(id: string): { person: KnownPerson; at: number } | undefined {
  try {
    const stored = propertiesOf(JSON.parse(localStorage.getItem(PREFIX + id) ?? '{}'))
    const { name, timezone, availability = null, at } = stored
    if (typeof name !== 'string' || typeof timezone !== 'string' || typeof at !== 'number') return undefined
    if (at < Date.now() - WEEK_MS) return undefined
    return { person: { name, timezone, availability: availability as Availability | null }, at }
  } catch {
    return undefined
  }
}

/** Keeps what is known of somebody. */
export function keep(id: string, person: KnownPerson): void {
  try {
    // A state is soon another.
    const { weekly } = person.availability ?? {}
    const availability = weekly ? { weekly } : null
    localStorage.setItem(PREFIX + id, JSON.stringify({ ...person, availability, at: Date.now() }))
  } catch {
    // Without storage, what is known lasts as long as the page.
  }
}
