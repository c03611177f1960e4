import type { Account } from '../account/use-account.ts'
import { browserZone } from '../clock/zone-time.ts'
import { loadDraftUserId } from '../record/use-draft.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { type Person, usePeople } from './use-people.ts'
import { usePeopleTexts } from './use-people-texts.ts'

/** The reader, listed once even if their own id is among the people, and the others. */
export function useReaderAndOthers(ids: readonly string[], account: Account) {
  const texts = useTexts()
  const { me: name } = usePeopleTexts()
  const { people, error, reload } = usePeople(ids, !account.needsLoginToRead)
  const ownId = account.user?.id ?? (account.isOpen ? loadDraftUserId() : '')
  const own = people.find(({ id }) => id === ownId)
  const timezone = own?.timezone ?? account.timezone ?? browserZone()
  const me: Person = { id: '', name, timezone, state: 'found' }
  return {
    me,
    others: people.filter(({ id }) => id !== ownId),
    failure: describeFailure(error, texts),
    reload,
  }
}
