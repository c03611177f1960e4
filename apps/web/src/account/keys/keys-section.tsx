import { useState } from 'react'
import { api } from '../../api.ts'
import { useOwnClock } from '../../clock/clock-text.tsx'
import { useMinute } from '../../clock/use-now.ts'
import { queryKeys } from '../../query-keys.ts'
import { isStatus, retryUnlessAnswered } from '../../ui/failure.tsx'
import { type Question, QuestionDialog } from '../../ui/question-dialog.tsx'
import { type Ended, Entry, EntryList } from '../entry-list.tsx'
import { describeLastUse } from '../own-sessions.tsx'
import { NewKey, SCOPE_NAMES } from './new-key.tsx'

/** The API keys of programs, for an admin: the list, a button that revokes each one, and a form for a new one. */
export function KeysSection() {
  const [revoked, setRevoked] = useState<Ended>()
  const query = useKeys()
  const entries = query.data?.body.keys.map((key) => (
    <KeyRow key={key.id} apiKey={key} onRevoked={(name) => setRevoked({ note: `Revoked: ${name}.` })} />
  ))
  return (
    <>
      <p className="max-w-prose text-muted">
        Programs send a key to read and write records. Anyone who has a key can do what it allows.
      </p>
      <EntryList entries={entries} query={query} ended={revoked} />
      {entries?.length === 0 && <p className="mt-2 text-muted">There are no keys yet.</p>}
      {entries !== undefined && <NewKey />}
    </>
  )
}

const DATE = { dateStyle: 'medium' } as const

type KeyRowProps = { apiKey: ListedKey; onRevoked: (name: string) => void }

/** One key: its name, scopes, creation, last use and expiry, and a button that revokes it. */
function KeyRow({ apiKey, onRevoked }: KeyRowProps) {
  const { name, scopes } = apiKey
  const { revoke, isPending, error } = useRevocation(apiKey, () => onRevoked(name))
  return (
    <Entry error={error} button={<RevokeButton name={name} isPending={isPending} onRevoke={revoke} />}>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-sm">{scopes.map((scope) => SCOPE_NAMES[scope]).join(' · ')}</p>
      <KeyDates apiKey={apiKey} />
    </Entry>
  )
}

type RevokeButtonProps = { name: string; isPending: boolean; onRevoke: () => void }

function RevokeButton({ name, isPending, onRevoke }: RevokeButtonProps) {
  const [question, ask] = useState<Question>()
  const askToRevoke = () =>
    ask({
      title: `Revoke ${name}?`,
      text: 'Programs that use this key lose access within a second. This can’t be undone.',
      action: 'Revoke',
      isDangerous: true,
      run: onRevoke,
    })
  return (
    <>
      <button
        type="button"
        className="button button-plain button-small shrink-0"
        aria-label={`Revoke ${name}`}
        aria-disabled={isPending}
        onClick={() => !isPending && askToRevoke()}
      >
        {isPending ? 'Revoking…' : 'Revoke'}
      </button>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  )
}

/** `Created on 20 Nov 2026 · last used 3 days ago · expires on 20 Feb 2027` */
function KeyDates({ apiKey: { created_at, last_used_at, expires_at } }: { apiKey: ListedKey }) {
  const now = useMinute()
  const write = useOwnClock(DATE)
  const parts = [
    `Created on ${write(created_at)}`,
    describeUse(last_used_at, now),
    expires_at !== null && `expires on ${write(expires_at)}`,
  ]
  return <p className="text-muted text-sm wrap-anywhere">{parts.filter(Boolean).join(' · ')}</p>
}

function describeUse(last: string | null, now: number): string {
  if (last === null) return 'never used'
  const ago = describeLastUse(Date.parse(last), now, 'en')
  return ago === undefined ? 'used within the last hour' : `last used ${ago}`
}

/** The valid API keys, newest first. */
function useKeys() {
  return api.listKeys.useQuery({ queryKey: queryKeys.apiKeys, retry: retryUnlessAnswered })
}

type ListedKey = NonNullable<ReturnType<typeof useKeys>['data']>['body']['keys'][number]
/** Revokes a key. `onRevoked` runs once it is no longer valid, even if somebody else revoked it. */
function useRevocation({ id }: ListedKey, onRevoked: () => void) {
  const queryClient = api.useQueryClient()

  function drop() {
    onRevoked()
    return queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys })
  }

  const revocation = api.revokeKey.useMutation({
    onSuccess: drop,
    onError: (error) => isStatus(error, 404) && drop(),
  })
  return {
    revoke: () => revocation.mutate({ params: { id: String(id) } }),
    isPending: revocation.isPending,
    error: isStatus(revocation.error, 404) ? null : revocation.error,
  }
}
