import { readStoredObject, writeStored } from '../ui/stored-value.ts'
import { cleanName, loadGroups, loadIds } from './selection.ts'

const NAMES_KEY = 'timezone-registry:names'

/** What the reader calls people, by id. Kept in this browser only. */
export function loadNames(): Map<string, string> {
  const stored = Object.entries(readStoredObject(NAMES_KEY))
  return new Map(stored.flatMap(([id, name]) => (typeof name === 'string' ? [[id, name]] : [])))
}

/** Keeps a name for somebody; an empty one takes it back. Forgets those of people who are neither shown nor in a list. */
export function saveName(id: string, name: string, shown: readonly string[]): Map<string, string> {
  const kept = new Set([...shown, ...loadIds(), ...loadGroups().flatMap((group) => group.ids)])
  const names = [...loadNames().set(id, cleanName(name))].filter(([id, name]) => name !== '' && kept.has(id))
  writeStored(NAMES_KEY, Object.fromEntries(names))
  return new Map(names)
}
