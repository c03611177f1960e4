import type { IncomingMessage } from 'node:http'
import type { Audit } from '../access/audit.ts'
import { type Caller, ownUserId, userToSet } from '../access/identity.ts'
import { InvalidTimezone } from '../errors.ts'
import { oncePerRequest } from '../http/once-per-request.ts'
import type { ZoneName, ZoneNames } from '../zones/zone-names.ts'
import type { ToBody } from './timezone-body.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'

type SetRequest = { timezone: string; user_id?: string | undefined; username?: string | undefined }

/** Carries out the set that a request asks for, once. */
export type SetTimezone = (req: SetCaller, body: SetRequest) => Promise<Saved>

type SetCaller = Caller & IncomingMessage

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

  async function carryOut(req: SetCaller, { timezone, ...user }: SetRequest): Promise<Saved> {
    const action = { action: 'set', user_id: user.user_id ?? ownUserId(req.identity), timezone } as const
    const set = async () => registry.set(userToSet(req.identity, user), requireZone(timezone))
    const record = await audit.track(req, action, set, () => 'saved')
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
