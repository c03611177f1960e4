import type { ZoneName, ZoneNames } from '@timezone-registry/zones/zone-names'
import { InvalidTimezone } from '../errors.ts'

/** The zone's name in IANA's spelling. Throws `InvalidTimezone`, with suggestions, for text that is not a zone name. */
export function requireZone(zoneNames: Pick<ZoneNames, 'find' | 'suggest'>, text: string): ZoneName {
  const name = zoneNames.find(text)
  if (name !== undefined) return name
  const suggestions = zoneNames.suggest(text)
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions[0]}?` : ''
  throw new InvalidTimezone(
    `This is not an IANA time zone name. Send a name such as Europe/Berlin; offsets and abbreviations are not accepted.${hint}`,
    { errors: [{ path: 'timezone', message: 'must be an IANA time zone name' }], suggestions },
  )
}
