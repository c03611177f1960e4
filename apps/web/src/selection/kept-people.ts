import type { Availability } from '../clock/days.ts'
import { propertiesOf } from '../ui/stored.ts'

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
