import { useState } from 'react'
import { useMinute } from '../../clock/use-now.ts'
import { useOwnClock } from '../../clock/use-own-clock.ts'
import { useLocale, useTexts } from '../../texts/use-texts.tsx'
import type { Question } from '../../ui/confirm-dialog.tsx'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { describeLastUse } from '../describe-session.ts'
import { Entry } from '../entry-list.tsx'
import { type ListedKey, useRevocation } from './use-keys.ts'

const DATE = { dateStyle: 'medium' } as const

type KeyRowProps = { apiKey: ListedKey; onRevoked: (name: string) => void }

/** One key: its name, scopes, creation, last use and expiry, and a button that revokes it. */
export function KeyRow({ apiKey, onRevoked }: KeyRowProps) {
  const texts = useTexts().keys
  const { name, scopes } = apiKey
  const { revoke, isPending, error } = useRevocation(apiKey, () => onRevoked(name))
  return (
    <Entry error={error} button={<RevokeButton name={name} isPending={isPending} onRevoke={revoke} />}>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-sm">{scopes.map((scope) => texts.scopeNames[scope]).join(' · ')}</p>
      <KeyDates apiKey={apiKey} />
    </Entry>
  )
}

type RevokeButtonProps = { name: string; isPending: boolean; onRevoke: () => void }

function RevokeButton({ name, isPending, onRevoke }: RevokeButtonProps) {
  const texts = useTexts().keys
  const [question, ask] = useState<Question>()
  const askToRevoke = () =>
    ask({
      title: texts.askRevoke(name),
      text: texts.askRevokeText,
      action: texts.revoke,
      isDangerous: true,
      run: onRevoke,
    })
  return (
    <>
      <button
        type="button"
        className="button button-plain button-small shrink-0"
        aria-label={texts.revokeNamed(name)}
        aria-disabled={isPending}
        onClick={() => !isPending && askToRevoke()}
      >
        {isPending ? texts.revoking : texts.revoke}
      </button>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  )
}

/** `Created on 20 Nov 2026 · last used 3 days ago · expires on 20 Feb 2027` */
function KeyDates({ apiKey: { created_at, last_used_at, expires_at } }: { apiKey: ListedKey }) {
  const texts = useTexts().keys
  const locale = useLocale()
  const now = useMinute().epochMilliseconds
  const write = useOwnClock(DATE)
  const uses = { lastUsed: texts.used, lastUsedRecently: texts.usedRecently }
  const parts = [
    texts.created(write(created_at)),
    last_used_at === null
      ? texts.neverUsed
      : describeLastUse(Date.parse(last_used_at), now, { sessions: uses, locale }),
    expires_at !== null && texts.expires(write(expires_at)),
  ]
  return <p className="text-muted text-sm wrap-anywhere">{parts.filter(Boolean).join(' · ')}</p>
}
