import { useState } from 'react'
import { api } from '../../api.ts'
import { useOwnClock } from '../../clock/clock-text.tsx'
import { useMinute } from '../../clock/use-now.ts'
import { queryKeys } from '../../query-keys.ts'
import { retryUnlessAnswered } from '../../ui/failure.tsx'
import { type Question, QuestionDialog } from '../../ui/question-dialog.tsx'
import { type Ended, Entry, EntryList, useEnding } from '../entry-list.tsx'
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

function KeyRow({ apiKey, onRevoked }: KeyRowProps) {
  const { id, name, scopes } = apiKey
  const [question, ask] = useState<Question>()
  const ending = useEnding(queryKeys.apiKeys, () => onRevoked(name))
  const { mutate, isPending, error } = api.revokeKey.useMutation(ending)
  const askToRevoke = () =>
    ask({
      title: `Revoke ${name}?`,
      text: 'Programs that use this key lose access within a second. This can’t be undone.',
      action: 'Revoke',
      isDangerous: true,
      run: () => mutate({ params: { id: String(id) } }),
    })
  const end = {
    label: `Revoke ${name}`,
    text: isPending ? 'Revoking…' : 'Revoke',
    isPending,
    run: askToRevoke,
  }
  return (
    <Entry error={error} end={end}>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-sm">{scopes.map((scope) => SCOPE_NAMES[scope]).join(' · ')}</p>
      <KeyDates apiKey={apiKey} />
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </Entry>
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

function useKeys() {
  return api.listKeys.useQuery({ queryKey: queryKeys.apiKeys, retry: retryUnlessAnswered })
}

type ListedKey = NonNullable<ReturnType<typeof useKeys>['data']>['body']['keys'][number]
