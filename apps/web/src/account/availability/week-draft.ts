import { createStored, propertiesOf } from '../../ui/stored.ts'
import type { Hours } from './week-model.ts'

/** A week that somebody has changed and not saved, and what was stored when they began. */
export type WeekDraft = { userId: string; hours: Hours[]; show: 'state' | 'hours'; base: string }

/** The draft in this browser, which lasts across reloads and logins. */
export const weekDraft = createStored('timezone-registry:week', (stored): WeekDraft | null => {
  const { userId, hours, show, base } = propertiesOf(stored)
  if (typeof userId !== 'string' || typeof base !== 'string') return null
  if ((show !== 'state' && show !== 'hours') || !Array.isArray(hours) || !hours.every(isHours)) return null
  return { userId, hours, show, base }
})

function isHours(value: unknown): value is Hours {
  const { day, from, to } = (value ?? {}) as Partial<Record<keyof Hours, unknown>>
  return Number.isInteger(day) && [from, to].every((time) => /^\d\d:\d\d$/.test(String(time)))
}
