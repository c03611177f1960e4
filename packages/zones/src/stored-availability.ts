import { findAvailability, periodAround, WEEKDAYS, type WeeklyHours } from './availability.ts'
import { findOffsets } from './zone-times.ts'

/** `state`: others see only whether the person is available now; `hours`: the week as well. */
export type StoredAvailability = { weekly: WeeklyHours[]; show: 'state' | 'hours' }

/** An availability as others see it at a moment; null if they see none. */
export type ShownAvailability = {
  state: 'available' | 'away'
  /** Null if the state does not change within eight days. */
  until?: string | null
  weekly?: WeeklyHours[]
} | null

/** The text that a record stores, such as `hours;mo,tu 09:00-17:00`: a cache keeps many. */
export function formatAvailability({ weekly, show }: StoredAvailability): string {
  const entries = weekly.map(
    ({ days, from, to }) => `${WEEKDAYS.filter((day) => days.includes(day))} ${from}-${to}`,
  )
  return [show, ...entries].join(';')
}

/** From the text that a record stores. */
export function parseAvailability(text: string): StoredAvailability
export function parseAvailability(text: string | null): StoredAvailability | null
export function parseAvailability(text: string | null): StoredAvailability | null {
  if (text === null) return null
  const [show, ...entries] = text.split(';')
  const weekly = entries.map((entry) => {
    const [days = '', from = '', to = ''] = entry.split(/[ -]/)
    return { days: WEEKDAYS.filter((day) => days.includes(day)), from, to }
  })
  return { weekly, show: show === 'hours' ? 'hours' : 'state' }
}

/** The week of somebody who shows it. */
export function shownHours(stored: string | null): { weekly: WeeklyHours[] } | null {
  const { weekly, show } = parseAvailability(stored) ?? {}
  return weekly !== undefined && show === 'hours' ? { weekly } : null
}

/**
 * What others see of a stored availability. Of somebody who shows only the state, anything but the state now would reveal
 * the hours.
 */
export function shownAvailability(
  stored: string | null,
  { zone, at, isNow = true }: { zone: string; at: Date; isNow?: boolean },
): ShownAvailability {
  const availability = parseAvailability(stored)
  const offsets = availability && findOffsets(zone, periodAround(at))
  if (availability === null || !offsets || (availability.show === 'state' && !isNow)) return null
  const { weekly, show } = availability
  const { state, until } = findAvailability(weekly, offsets, at)
  return show === 'state' ? { state } : { state, until: until?.toISOString() ?? null, weekly }
}
