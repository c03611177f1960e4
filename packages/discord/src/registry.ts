import type { WeeklyHours } from '@timezone-registry/zones/availability'
import type { Finding, FoundZone } from '@timezone-registry/zones/find-zones'

export type Visibility = 'public' | 'unlisted' | 'private'

/** A zone as it was saved, and its current name. */
export type SavedZone = { timezone: string; canonical: string }

/** A person's record; `availability` is as it is stored. */
export type PersonRecord = SavedZone & { visibility: Visibility; availability: string | null }

/**
 * What the service does for the person who uses a command: it counts the use, writes the audit line, and knows the user
 * ids. All reject with a `Failure`, reads within a second and writes within two.
 */
export type Registry = {
  /** The records of users of Discord as far as this person may see them, in the same order. */
  find(ids: readonly string[]): Promise<(PersonRecord | undefined)[]>
  /** Saves a zone by its name in any letter case. For other text, it resolves to the zones that it may mean, best first. */
  set(given: {
    timezone: string
    visibility: Visibility | undefined
  }): Promise<{ record: PersonRecord } | { suggestions: SavedZone[] }>
  /** Undefined if there is no record. A new week is shown to others as far as the one before; null deletes it. */
  change(
    part: { visibility: Visibility } | { weekly: readonly WeeklyHours[] | null },
  ): Promise<{ record: PersonRecord; isChanged: boolean } | undefined>
  /** Resolves to false if there was no record. */
  remove(): Promise<boolean>
  /**
   * The zones that a text may mean that somebody is typing, best first. For an empty one, their own and the largest, those
   * of the region, or of the language's country, first.
   */
  suggest(text: string, finding: Finding): Promise<FoundZone[]>
}

/** Why something was not done; after `outcome_unknown`, it may be done all the same. */
export type FailureCode = 'rate_limited' | 'storage_full' | 'unavailable' | 'outcome_unknown' | 'internal'

/** What the functions of the registry reject with. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly retryAfterSeconds: number

  constructor(
    code: FailureCode,
    { retryAfterSeconds = 1, cause }: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(code, { cause })
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
