import { useMemo } from 'react'
import type { Account } from '../account/use-account.ts'
import { useOwnId } from '../account/use-draft.ts'
import { withLead } from '../clock/days.ts'
import type { Span } from '../clock/span.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { type ZoneClock, zoneClock } from '../clock/zone-clock.ts'
import { deviceZone } from '../clock/zone-time.ts'
import { ownNames } from '../selection/lists.ts'
import { type Person, usePeople } from '../selection/use-people.ts'
import { useViewText } from '../texts/use-text.tsx'
import { isAnswered } from '../ui/failure.tsx'
import { useStored } from '../ui/stored.ts'

/** The reader, listed once even if their own id is among the people, and the others. */
export function useReaderAndOthers(ids: readonly string[], account: Account) {
  const t = useViewText()
  const name = t('list.me')
  const ownId = useOwnId(account)
  // Signed-in readers know more of themselves.
  const asked = account.isOpen && ownId !== '' ? [...new Set([...ids, ownId])] : ids
  const { people, error, reload } = usePeople(asked, !account.needsLoginToRead)
  const device = useMemo(deviceZone, [])
  const names = useStored(ownNames)
  const listed = people.find(({ id }) => id === ownId)
  const timezone = listed?.timezone ?? account.timezone ?? device
  const { own, availability } = readerOf(listed, account)
  const me = useMemo(
    (): Person => ({
      id: '',
      name,
      timezone,
      state: timezone === undefined ? 'missing' : 'found',
      availability,
    }),
    [name, timezone, availability],
  )
  const others = useMemo(
    () =>
      people
        .filter(({ id }) => id !== ownId)
        .map((person): Person => {
          const name = names[person.id]
          return name === undefined ? person : { ...person, name, realName: person.name }
        }),
    [people, ownId, names],
  )
  // By the bar above the page, which says how old what it shows is.
  const isSaid = !isAnswered(error) && people.some(({ timezone }) => timezone)
  return {
    me,
    others,
    /** The reader as others know them; undefined if they have no record, as far as this page knows. */
    own,
    error: isSaid ? null : error,
    reload,
  }
}

function readerOf(listed: Person | undefined, { user, timezone, availability }: Account) {
  if (user !== undefined)
    return { own: timezone === undefined ? undefined : { id: user.id, name: user.username }, availability }
  const own = listed?.state === 'found' ? { id: listed.id, name: listed.name } : undefined
  return { own, availability: listed?.availability }
}

/** The clock of each zone over a span, and what days in it need before it, each computed once for all people in it. */
export function useZoneClocks(timezones: readonly (string | undefined)[], { from, until }: Span) {
  const distinct = [...new Set(timezones)].filter((timezone) => timezone !== undefined)
  const joined = distinct.toSorted().join()
  const service = useServiceClocks()
  return useMemo(() => {
    const clocks = new Map<string, ZoneClock>()
    for (const timezone of joined === '' ? [] : joined.split(',')) {
      const clock = zoneClock(timezone, withLead({ from, until }), service)
      if (clock !== undefined) clocks.set(timezone, clock)
    }
    return clocks
  }, [joined, from, until, service])
}
