import { createStored } from '../ui/stored.ts'

const MOST = 4

/** The zones that were picked last in this browser, at most four, the latest first. */
export const recentZones = createStored('timezone-registry:recent-zones', (stored): string[] =>
  Array.isArray(stored) ? stored.filter((zone) => typeof zone === 'string').slice(0, MOST) : [],
)

/** Keeps a zone as the latest one. */
export function rememberZone(zone: string): void {
  recentZones.change((zones) => [...new Set([zone, ...zones])].slice(0, MOST))
}
