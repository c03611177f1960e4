import { useMemo } from 'react'
import type { Account } from '../account/use-account.ts'
import { loadDraftUserId } from '../account/use-draft.ts'
import { deviceZone } from '../clock/zone-time.ts'
import { type Person, usePeople } from '../selection/use-people.ts'
import { usePerson } from '../selection/use-person.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'

/** The reader, listed once even if their own id is among the people, and the others. */
export function useReaderAndOthers(ids: readonly string[], account: Account) {
  const texts = useTexts()
  const { me: name } = texts.people
  const { people, error, reload } = usePeople(ids, !account.needsLoginToRead)
  const ownId = account.user?.id ?? (account.isOpen ? loadDraftUserId() : '')
  const device = useMemo(deviceZone, [])
  const own = people.find(({ id }) => id === ownId)
  const timezone = own?.timezone ?? account.timezone ?? device
  const me = useMemo(
    (): Person => ({ id: '', name, timezone, state: timezone === undefined ? 'unchecked' : 'found' }),
    [name, timezone],
  )
  const others = useMemo(() => people.filter(({ id }) => id !== ownId), [people, ownId])
  return {
    me,
    others,
    /** The reader as others know them; undefined if they have no record, as far as this page knows. */
    own: useOwnRecord(ownId, account),
    failure: describeFailure(error, texts),
    reload,
  }
}

function useOwnRecord(id: string, account: Account): { id: string; name: string } | undefined {
  const { record } = usePerson(id, account.isOpen && id !== '')
  if (account.user !== undefined)
    return account.timezone === undefined ? undefined : { id: account.user.id, name: account.user.username }
  return record && { id, name: record.user.username }
}
