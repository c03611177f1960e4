import { nameCity } from '@timezone-registry/zones/place-of'
import { useMemo, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { type Availability, withLead } from '../clock/days.ts'
import type { ServiceClocks } from '../clock/service-clocks.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { zoneClock } from '../clock/zone-clock.ts'
import { inZone } from '../clock/zone-time.ts'
import { useReaderAndOthers } from '../people/use-reader-and-others.ts'
import type { Person } from '../selection/use-people.ts'
import { addressOf, type Selection } from '../selection/use-selection.ts'
import { useCities } from '../texts/use-texts.tsx'
import { weekendOf } from '../zones/zone-country.ts'
import { dayIn, momentAt, nextQuarter, quarterOf } from './meet-day.ts'
import { type Attendee, HORIZON_DAYS, rankSlots } from './rank-slots.ts'

/** How many times are proposed. */
export const PROPOSALS = 5
const DAY_MS = 24 * 3_600_000

/** Somebody in the meeting, with a zone that this browser knows. The reader's id is empty. */
export type Participant = { id: string; name: string; timezone: string; said: Availability | undefined }

/** Who meets, the proposals, and the moment and day shown. */
export function useMeeting(selection: Selection, account: Account) {
  const { at } = selection
  const now = useMinute().epochMilliseconds
  const clocks = useServiceClocks()
  const { me, own, others, isLoading: isAsking, failure, reload } = useEverybody(selection, account)
  // Whose day the hours are in; the reader's if that person has been removed.
  const [whose, setWhose] = useState('')
  const { people, slots, ...proposals } = useProposals([me, ...others], { isAsking, selection, now, clocks })
  const viewer = people.find(({ id }) => id === whose) ?? people[0]
  const timezone = viewer?.timezone ?? 'UTC'
  const chosen = at?.epochMilliseconds ?? slots[0]?.start ?? nextQuarter(now)
  const day = useDayOf(chosen, timezone, clocks)
  const moment = momentAt(day, quarterOf(day, chosen))
  return {
    people,
    /** Those for whom no time can be proposed, because their zone is unknown, or unknown to this browser. */
    leftOut: [me, ...others].filter(
      ({ id, state }) => state !== 'loading' && !people.some((person) => person.id === id),
    ),
    /** How many are to meet, the reader included, whether or not their zones are known. */
    count: others.length + 1,
    slots,
    ...proposals,
    viewer: viewer?.id ?? '',
    setViewer: setWhose,
    timezone,
    day,
    moment,
    /** The address of this meeting for others. */
    link: linkTo({ ...selection, at: Temporal.Instant.fromEpochMilliseconds(moment) }, { own, me }),
    /** The reader's name; undefined if they have no record. */
    ownName: own?.name,
    now,
    failure,
    reload,
  }
}

/** The reader and the others, among them whoever shared the meeting without having a record. */
function useEverybody({ ids, zone }: Selection, account: Account) {
  const { me, others, ...rest } = useReaderAndOthers(ids, account)
  const cities = useCities()
  const all = useMemo(
    () =>
      zone === undefined || zone === me.timezone
        ? others
        : [...others, toGuest(zone, nameCity(zone, cities))],
    [others, zone, me.timezone, cities],
  )
  return { me, others: all, ...rest }
}

/** Somebody without a record, known by their zone. */
function toGuest(zone: string, name: string): Person {
  return { id: `zone ${zone}`, name, timezone: zone, state: 'found' }
}

type Circumstances = {
  isAsking: boolean
  selection: Selection
  now: number
  clocks: ServiceClocks | undefined
}

/** Those with a zone that this browser knows, and the best times for them. */
function useProposals(
  everybody: Person[],
  { isAsking, selection: { at, minutes }, now, clocks }: Circumstances,
) {
  const [from, proposeFrom] = useStart(at, now)
  const attendees = useAttendees(everybody, { now: from, clocks })
  const isLoading = isAsking || everybody.some(({ state }) => state === 'loading')
  const slots = useMemo(
    () => (isLoading ? [] : rankSlots(attendees, { now: from, minutes, count: PROPOSALS })),
    [attendees, from, minutes, isLoading],
  )
  const people = useMemo(
    () =>
      attendees.map(
        ({ id, name, clock, said }): Participant => ({ id, name, timezone: clock.timezone, said }),
      ),
    [attendees],
  )
  return {
    people,
    slots,
    /** True until everyone's zone and hours are known or could not be checked. Until then, nothing is proposed. */
    isLoading,
    /** When the proposals begin; undefined if that is now. */
    from: from === now ? undefined : from,
    /** Proposes times from a moment on, in milliseconds since 1970; in the past: from now on. */
    proposeFrom,
  }
}

/** When proposals begin: now, or on the day that was chosen, or that of a link beyond the usual proposals. */
function useStart(at: Temporal.Instant | undefined, now: number) {
  const linked = at?.epochMilliseconds ?? 0
  const [day, proposeFrom] = useState(linked > now + HORIZON_DAYS * DAY_MS ? linked : 0)
  return [Math.max(day, now), proposeFrom] as const
}

/** Leads others to this meeting, also those who do not know the reader: they are one of the others there. */
function linkTo(
  selection: Selection,
  { own, me }: { own: { id: string } | undefined; me: { timezone: string | undefined } },
): string {
  const { ids } = selection
  const people =
    own === undefined ? { zone: selection.zone ?? me.timezone } : { ids: [...new Set([...ids, own.id])] }
  return location.origin + addressOf('/meet', { ...selection, ...people })
}

export type Meeting = ReturnType<typeof useMeeting>

/** The day in a zone on which a moment falls. */
function useDayOf(moment: number, timezone: string, clocks: ServiceClocks | undefined) {
  const there = inZone(timezone, Temporal.Instant.fromEpochMilliseconds(moment), clocks)
  const dateText = there?.toPlainDate().toString() ?? '1970-01-01'
  return useMemo(
    () => dayIn(timezone, Temporal.PlainDate.from(dateText), clocks),
    [timezone, dateText, clocks],
  )
}

/** Those with a zone that this browser knows, the reader first. Their clocks reach beyond the proposals. */
function useAttendees(
  people: Person[],
  { now, clocks: service }: { now: number; clocks: ServiceClocks | undefined },
) {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const key = JSON.stringify(
    people.map(({ id, name, timezone, availability }) => [id, name, timezone, availability?.weekly]),
  )
  return useMemo(() => {
    const clocks = new Map<string, ReturnType<typeof zoneClock>>()
    return (JSON.parse(key) as [string, string, string | null, Availability['weekly'] | null][]).flatMap(
      ([id, name, timezone, weekly]): Attendee[] => {
        if (timezone === null) return []
        if (!clocks.has(timezone))
          clocks.set(
            timezone,
            zoneClock(
              timezone,
              withLead({ from: today, until: today + (HORIZON_DAYS + 3) * DAY_MS }),
              service,
            ),
          )
        const clock = clocks.get(timezone)
        if (clock === undefined) return []
        return [{ id, name, clock, weekend: weekendOf(timezone), said: weekly ? { weekly } : undefined }]
      },
    )
  }, [key, today, service])
}
