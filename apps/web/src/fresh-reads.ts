/**
 * The two seconds in which this tab knows of a change that other instances of the service may not show yet. Meanwhile, its
 * reads ask for what the database has.
 */
export type FreshReads = {
  /** A write of this tab has ended, or an event has announced a change. */
  begin(): void
  areOn(): boolean
}

const STORAGE_KEY = 'timezone-registry:changed'
const FRESH_MS = 2000

/** `openStorage` opens the tab's storage, which keeps the time across a reload; it may throw if the browser blocks it. */
export function createFreshReads(openStorage: () => Pick<Storage, 'getItem' | 'setItem'>): FreshReads {
  let begunAt = 0
  try {
    begunAt = Number(openStorage().getItem(STORAGE_KEY))
  } catch {}
  return {
    begin: () => {
      begunAt = Date.now()
      try {
        openStorage().setItem(STORAGE_KEY, String(begunAt))
      } catch {}
    },
    // The clock may have been set back.
    areOn: () => Math.abs(Date.now() - begunAt) < FRESH_MS,
  }
}
