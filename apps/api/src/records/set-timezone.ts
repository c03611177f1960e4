import type { Audit } from '../access/audit.ts'
import { type Caller, userToSet } from '../access/identity.ts'
import { InvalidTimezone } from '../errors.ts'
import { oncePerRequest } from '../http/once-per-request.ts'
import type { ZoneName, ZoneNames } from '../zones/zone-names.ts'
import type { ToBody } from './timezone-body.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'

type SetRequest = { timezone: string; user_id?: string | undefined; username?: string | undefined }

/** Carries out the set that a request asks for, once. */
export type SetTimezone = (req: Caller, body: SetRequest) => Promise<Saved>

type Saved = { message: 'Timezone saved' } & ReturnType<ToBody>

export function createSetTimezone({
  registry,
  zoneNames,
  toBody,
  audit,
}: {
  registry: TimezoneRegistry
  zoneNames: ZoneNames
  toBody: ToBody
  audit: Audit
}): SetTimezone {
  return oncePerRequest(carryOut)

  async function carryOut(req: Caller, { timezone, ...user }: SetRequest): Promise<Saved> {
    const record = await registry.set(userToSet(req.identity, user), requireZone(timezone))
    audit(req, 'set', { user_id: record.userId, timezone: record.timezone })
    return { message: 'Timezone saved', ...toBody(record) }
  }

  function requireZone(text: string): ZoneName {
    const name = zoneNames.find(text)
    if (name !== undefined) return name
    const suggestions = zoneNames.suggest(text)
    const hint = suggestions.length > 0 ? ` Did you mean ${suggestions[0]}?` : ''
    throw new InvalidTimezone(
      `This is not an IANA time-zone name. Send a name such as Europe/Berlin; offsets and abbreviations are not accepted.${hint}`,
      { suggestions },
    )
  }
}
