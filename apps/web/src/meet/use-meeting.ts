import { useMemo, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import type { ServiceClocks } from '../clock/service-clocks.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { zoneClock } from '../clock/zone-clock.ts'
import { inZone } from '../clock/zone-time.ts'
import { useReaderAndOthers } from '../people/use-reader-and-others.ts'
import type { Selection } from '../selection/use-selection.ts'
import { weekendOf } from '../zones/zone-country.ts'
import { dayIn, momentAt, nextQuarter, quarterOf } from './meet-day.ts'
import { type Attendee, HORIZON_DAYS, rankSlots } from './rank-slots.ts'

/** How many times are proposed. */
export const PROPOSALS = 5
const DAY_MS = 24 * 3_600_000

/** Somebody in the meeting, with a zone that this browser knows. The reader's id is empty. */
export type Participant = { id: string; name: string; timezone: string }

/** Who meets, the proposals, and the moment and day shown. */
export function useMeeting({ ids, at, minutes }: Selection, account: Account) {
  const now = useMinute().epochMilliseconds
  const clocks = useServiceClocks()
  const { me, others, failure, reload } = useReaderAndOthers(ids, account)
  // Whose day the hours are in; the reader's if that person has been removed.
  const [whose, setWhose] = useState('')
  const attendees = useAttendees([me, ...others], { now, clocks })
  const isLoading = others.some(({ state }) => state === 'loading')
  const slots = useMemo(
    () => (isLoading ? [] : rankSlots(attendees, { now, minutes, count: PROPOSALS })),
    [attendees, now, minutes, isLoading],
  )
  const people = useMemo(
    () => attendees.map(({ id, name, clock }): Participant => ({ id, name, timezone: clock.timezone })),
    [attendees],
  )
  const leftOut = others.filter(({ id }) => !people.some((person) => person.id === id))
  const viewer = people.find(({ id }) => id === whose) ?? people[0]
  const timezone = viewer?.timezone ?? 'UTC'
  const chosen = at?.epochMilliseconds ?? slots[0]?.start ?? nextQuarter(now)
  const day = useDayOf(chosen, timezone, clocks)
  return {
    people,
    /** Those for whom no time can be proposed, because their zone is unknown, or unknown to this browser. */
    leftOut: leftOut.filter(({ state }) => state !== 'loading'),
    /** How many are to meet, the reader included, whether or not their zones are known. */
    count: others.length + 1,
    /** True until everyone's zone is known or could not be checked. Until then, nothing is proposed. */
    isLoading,
    attendees,
    slots,
    viewer: viewer?.id ?? '',
    setViewer: setWhose,
    timezone,
    day,
    moment: momentAt(day, quarterOf(day, chosen)),
    now,
    failure,
    reload,
  }
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
  people: { id: string; name: string; timezone: string | undefined }[],
  { now, clocks: service }: { now: number; clocks: ServiceClocks | undefined },
) {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const key = JSON.stringify(people.map(({ id, name, timezone }) => [id, name, timezone]))
  return useMemo(() => {
    const clocks = new Map<string, ReturnType<typeof zoneClock>>()
    return (JSON.parse(key) as [string, string, string | null][]).flatMap(
      ([id, name, timezone]): Attendee[] => {
        if (timezone === null) return []
        if (!clocks.has(timezone))
          clocks.set(
            timezone,
            zoneClock(timezone, { from: today, until: today + (HORIZON_DAYS + 3) * DAY_MS }, service),
          )
        const clock = clocks.get(timezone)
        return clock === undefined ? [] : [{ id, name, clock, weekend: weekendOf(timezone) }]
      },
    )
  }, [key, today, service])
}
