import { readStored, writeStored } from '../ui/stored-value.ts'

const STORAGE_KEY = 'timezone-registry:recent-zones'
const MOST = 4

/** The zones that were picked last in this browser, at most four, the latest first. */
export function loadRecentZones(): string[] {
  const stored = readStored(STORAGE_KEY)
  return Array.isArray(stored) ? stored.filter((zone) => typeof zone === 'string').slice(0, MOST) : []
}

/** Keeps a zone as the latest one. */
export function rememberZone(zone: string): void {
  writeStored(STORAGE_KEY, [...new Set([zone, ...loadRecentZones()])].slice(0, MOST))
}

export function forgetZones(): void {
  writeStored(STORAGE_KEY, [])
}
