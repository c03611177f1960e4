import { type Finding, ok, warning } from './finding.ts'

// IANA publishes several releases a year. The year is all that a release's name says about its age.
const MAX_MONTHS_INTO_NEXT_YEAR = 6

/** Checks the age of the time zones that the service uses, such as `2026f`. */
export function checkZones({ release, now }: { release: string; now: Date }): Finding {
  const year = Number.parseInt(release, 10)
  const monthsAfter = (now.getUTCFullYear() - year - 1) * 12 + now.getUTCMonth()
  if (monthsAfter < MAX_MONTHS_INTO_NEXT_YEAR) return ok('time zones', `release ${release}`)
  return warning(
    'time zones',
    `Release ${release} is from ${year}, so offsets that changed since then are wrong.`,
    'Upgrade to a newer version of the service, which has newer time zones.',
  )
}

/** Checks the runtime. */
export function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= MIN_NODE) return ok('node', version)
  return warning(
    'node',
    `Node ${version} is older than the version that the service is tested on.`,
    `Use Node ${MIN_NODE}, which "npm start" installs.`,
  )
}

const MIN_NODE = 26
