import { useMemo } from 'react'
import type { Account } from '../account/use-account.ts'
import { useOwnId } from '../account/use-draft.ts'
import { deviceZone } from '../clock/zone-time.ts'
import { ownNames } from '../selection/lists.ts'
import { useAvailabilities } from '../selection/use-availabilities.ts'
import { type Person, usePeople } from '../selection/use-people.ts'
import { usePerson } from '../selection/use-person.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { useStored } from '../ui/stored.ts'

/** The reader, listed once even if their own id is among the people, and the others. */
export function useReaderAndOthers(ids: readonly string[], account: Account) {
  const texts = useTexts()
  const { me: name } = texts.people
  const { people, error, reload } = usePeople(ids, !account.needsLoginToRead)
  const { availabilities, isLoading } = useAvailabilities(ids, !account.needsLoginToRead)
  const ownId = useOwnId(account)
  const device = useMemo(deviceZone, [])
  const names = useStored(ownNames)
  const listed = people.find(({ id }) => id === ownId)
  const timezone = listed?.timezone ?? account.timezone ?? device
  const { own, availability } = useReader(ownId, account)
  const me = useMemo(
    (): Person => ({
      id: '',
      name,
      timezone,
      state: timezone === undefined ? 'unchecked' : 'found',
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
          const named = name === undefined ? person : { ...person, name, realName: person.name }
          return { ...named, availability: availabilities.get(person.id) }
        }),
    [people, ownId, availabilities, names],
  )
  return {
    me,
    others,
    /** The reader as others know them; undefined if they have no record, as far as this page knows. */
    own,
    /** True while it is not known who has said when they are available. */
    isLoading,
    failure: describeFailure(error, texts),
    reload,
  }
}

function useReader(id: string, { isOpen, user, timezone, availability }: Account) {
  const { record } = usePerson(id, isOpen && id !== '')
  if (user === undefined)
    return {
      own: record && { id, name: record.user.username },
      availability: record?.availability ?? undefined,
    }
  return { own: timezone === undefined ? undefined : { id: user.id, name: user.username }, availability }
}
