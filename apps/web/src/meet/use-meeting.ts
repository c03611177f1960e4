import { FIRST_YEAR, LAST_YEAR } from '@timezone-registry/zones/meeting-link'
import { nameCity } from '@timezone-registry/zones/place-of'
import { useMemo, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import type { Availability } from '../clock/days.ts'
import { DAY_MS, MINUTE_MS } from '../clock/span.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useReaderAndOthers, useZoneClocks } from '../people/use-reader-and-others.ts'
import type { Person } from '../selection/use-people.ts'
import { addressOf, type Selection } from '../selection/use-selection.ts'
import { useCities } from '../texts/use-text.tsx'
import { weekendOf } from '../zones/zone-country.ts'
import { dayIn, endOf, momentAt, nextQuarter, quarterOf, sameTimeOn } from './meet-day.ts'
import { type Attendee, fitAt, HORIZON_DAYS, rankTimes } from './rank-times.ts'
import { useMeetFormats } from './use-meet-formats.ts'

/** Somebody in the meeting, with a zone that this browser knows. The reader's id is empty. */
export type Participant = { id: string; name: string; timezone: string; said: Availability | undefined }

/** Who meets, the times proposed, and the moment and day shown. */
export function useMeeting(selection: Selection, account: Account, choose: (at: number) => void) {
  const { at, minutes } = selection
  const now = useMinute()
  const { me, own, everybody, ...known } = useEverybody(selection, account)
  const [from, proposeFrom] = useStart(at, now)
  const attendees = useAttendees(everybody, from)
  // Whose day the hours are in; the reader's if that person has been removed.
  const [whose, setViewer] = useState('')
  const viewer = attendees.find(({ id }) => id === whose) ?? attendees[0]
  const proposals = useProposals(known.isLoading ? undefined : viewer, { attendees, from, minutes })
  const chosen = at ?? proposals.times[0]?.starts[0] ?? nextQuarter(now)
  const shown = useShown(chosen, viewer?.clock.timezone ?? 'UTC')
  const people = useParticipants(attendees, shown.day.start)
  return {
    ...known,
    ...proposals,
    ...shown,
    ...useMoves(shown, { now, choose, proposeFrom }),
    /** Those with a zone that this browser knows, from west to east. */
    people,
    /** Those for whom no time can be proposed, because their zone is unknown, or unknown to this browser. */
    leftOut: exclude(everybody, people),
    /** How many are to meet, the reader included, whether or not their zones are known. */
    count: everybody.length,
    /** When the proposals begin; `now`, or later. */
    from,
    viewer: viewer?.id ?? '',
    setViewer,
    minutes,
    /** How moments are written, for all parts of the view: creating formatters is slow. */
    formats: useMeetFormats(),
    /** Whom the moment suits. */
    fit: useMemo(
      () => fitAt(attendees, { start: shown.moment, minutes }),
      [attendees, shown.moment, minutes],
    ),
    /** The address of this meeting for others. */
    link: linkTo({ ...selection, at: shown.moment }, { own, me }),
    /** The reader's name; undefined if they have no record. */
    ownName: own?.name,
    now,
  }
}

function exclude(everybody: readonly Person[], people: readonly Participant[]): Person[] {
  return everybody.filter(
    ({ id, state }) => state !== 'loading' && !people.some((person) => person.id === id),
  )
}

type Circumstances = { attendees: readonly Attendee[]; from: number; minutes: number }

/** The best times of day, on the clock of whoever's day is shown, and the days with a time that is hard on nobody. */
function useProposals(viewer: Attendee | undefined, { attendees, from, minutes }: Circumstances) {
  return useMemo(
    () =>
      viewer === undefined
        ? { times: [], goodDays: new Set<number>() }
        : rankTimes(attendees, { clock: viewer.clock, now: from, minutes }),
    [attendees, viewer, from, minutes],
  )
}

/** A moment, and the day in a zone on which it falls. */
function useShown(chosen: number, timezone: string) {
  const clocks = useServiceClocks()
  const number = Math.floor((chosen + (offsetMinutes(timezone, chosen, clocks) ?? 0) * MINUTE_MS) / DAY_MS)
  const day = useMemo(() => dayIn(timezone, number, clocks), [timezone, number, clocks])
  return { timezone, day, moment: momentAt(day, quarterOf(day, chosen)) }
}

type Moves = { now: number; choose: (at: number) => void; proposeFrom: (at: number) => void }

function useMoves({ timezone, moment }: ReturnType<typeof useShown>, { now, choose, proposeFrom }: Moves) {
  const clocks = useServiceClocks()

  /** The same time of day on another day; today not in the past. Undefined where there is no such day. */
  function findOn(day: number) {
    const other = dayIn(timezone, day, clocks)
    const year = new Date(day * DAY_MS).getUTCFullYear()
    if (year < FIRST_YEAR || year > LAST_YEAR || other.quarters === 0) return undefined
    const at = sameTimeOn(other, { at: moment, timezone }, clocks)
    const isToday = other.start <= now && now < endOf(other)
    return { start: other.start, at: isToday ? Math.max(at, nextQuarter(now)) : at }
  }

  return {
    /** Shows another moment, in milliseconds since 1970. */
    choose,
    /** Shows the same time of day on another day, counted from 1970. */
    showDay(day: number) {
      const found = findOn(day)
      if (found) choose(found.at)
    },
    /** The same, and proposes times from that day on; in the past: from now on. */
    goTo(day: number) {
      const found = findOn(day)
      if (found === undefined) return
      proposeFrom(found.start)
      choose(found.at)
    },
  }
}

/** People from west to east on a day that begins at `start`. */
function useParticipants(attendees: readonly Attendee[], start: number): Participant[] {
  const clocks = useServiceClocks()
  return useMemo(() => {
    const offsetOf = ({ timezone }: Participant) => offsetMinutes(timezone, start, clocks) ?? 0
    return attendees
      .map(({ id, name, clock, said }): Participant => ({ id, name, timezone: clock.timezone, said }))
      .toSorted((a, b) => offsetOf(a) - offsetOf(b))
  }, [attendees, start, clocks])
}

/** The reader and the others, among them whoever shared the meeting without having a record. */
function useEverybody({ ids, zone }: Selection, account: Account) {
  const { me, others, ...rest } = useReaderAndOthers(ids, account)
  const cities = useCities()
  const everybody = useMemo(() => {
    const isGuest = zone !== undefined && zone !== me.timezone
    return [me, ...others, ...(isGuest ? [toGuest(zone, nameCity(zone, cities))] : [])]
  }, [zone, me, others, cities])
  return {
    ...rest,
    me,
    everybody,
    /** What they call themselves, by id: the reader may call them something else. */
    realNames: new Map(everybody.map(({ id, name, realName }) => [id, realName ?? name])),
    /** True until everyone's zone and hours are known or could not be checked. Until then, nothing is proposed. */
    isLoading: everybody.some(({ state }) => state === 'loading'),
  }
}

/** Somebody without a record, known by their zone. */
function toGuest(zone: string, name: string): Person {
  return { id: `zone ${zone}`, name, timezone: zone, state: 'found' }
}

/** When proposals begin: now, or on the day that was chosen, or that of a link beyond the usual proposals. */
function useStart(at = 0, now: number) {
  const [day, proposeFrom] = useState(at > now + HORIZON_DAYS * DAY_MS ? at : 0)
  return [Math.max(day, now), proposeFrom] as const
}

/** Leads others to this meeting, also those who do not know the reader: they are one of the others there. */
function linkTo(
  selection: Selection,
  { own, me }: { own: { id: string } | undefined; me: { timezone: string | undefined } },
): string {
  const { ids } = selection
  const people =
    own === undefined
      ? { zone: selection.zone ?? me.timezone, by: '' }
      : { ids: [...new Set([...ids, own.id])], by: own.id }
  return location.origin + addressOf('/meet', { ...selection, ...people })
}

export type Meeting = ReturnType<typeof useMeeting>

/** Those with a zone that this browser knows, the reader first. Their clocks reach beyond the proposals. */
function useAttendees(people: readonly Person[], now: number) {
  // The day shown may have begun the day before in UTC.
  const from = Math.floor(now / DAY_MS - 1) * DAY_MS
  const clocks = useZoneClocks(
    people.map(({ timezone }) => timezone),
    { from, until: from + (HORIZON_DAYS + 4) * DAY_MS },
  )
  return useMemo(
    () =>
      people.flatMap(({ id, name, timezone = '', availability }): Attendee[] => {
        const clock = clocks.get(timezone)
        const said = availability?.weekly && { weekly: availability.weekly }
        return clock ? [{ id, name, clock, weekend: weekendOf(timezone), said }] : []
      }),
    [people, clocks],
  )
}
