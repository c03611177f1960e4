import { readStoredObject, writeStored } from '../../ui/stored-value.ts'
import type { Hours } from './week-model.ts'

/** A week that somebody has changed and not saved, and what was stored when they began. */
export type WeekDraft = { hours: Hours[]; show: 'state' | 'hours'; base: string }

const STORAGE_KEY = 'timezone-registry:week'

/** Keeps somebody's draft in this browser, across reloads and logins, in place of any other; undefined: none. */
export function saveWeekDraft(userId: string, draft: WeekDraft | undefined): void {
  writeStored(STORAGE_KEY, draft === undefined ? null : { userId, ...draft })
}

/** Their draft in this browser; undefined if there is none that can be read. */
export function loadWeekDraft(userId: string): WeekDraft | undefined {
  const { userId: owner, hours, show, base } = readStoredObject(STORAGE_KEY)
  if (owner !== userId || typeof base !== 'string' || (show !== 'state' && show !== 'hours')) return undefined
  return Array.isArray(hours) && hours.every(isHours) ? { hours, show, base } : undefined
}

function isHours(value: unknown): value is Hours {
  const { day, from, to } = (value ?? {}) as Partial<Record<keyof Hours, unknown>>
  return Number.isInteger(day) && [from, to].every((time) => /^\d\d:\d\d$/.test(String(time)))
}
