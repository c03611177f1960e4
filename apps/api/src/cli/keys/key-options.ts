import { InvalidArgumentError } from 'commander'
import { SCOPES, type Scope } from '../../access/identity.ts'

// The options of a new key. All throw `InvalidArgumentError`, which the command line shows.

const SECONDS = { h: 3600, d: 86_400, w: 604_800, y: 31_536_000 }

export function parseName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name))
    throw new InvalidArgumentError('It must have 1 to 100 characters.')
  return name
}

export function parseScopes(text: string, before: Scope[] = []): Scope[] {
  const given = text.split(/[\s,]+/).filter((scope) => scope !== '')
  const unknown = given.find((scope) => !SCOPES.includes(scope as Scope))
  if (unknown !== undefined || given.length === 0)
    throw new InvalidArgumentError(
      `There is no scope "${unknown ?? ''}"; the scopes are ${SCOPES.join(', ')}.`,
    )
  return [...before, ...(given as Scope[])]
}

/** Requests a minute; 0 is no limit. */
export function parseLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number; 0 turns the limit off.')
  return Number(text)
}

/** Seconds. */
export function parseLifetime(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([hdwy])$/.exec(text) ?? []
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError('It must be a number and a unit: 12h, 90d, 4w, 1y.')
  return Number(count) * SECONDS[unit as keyof typeof SECONDS]
}
