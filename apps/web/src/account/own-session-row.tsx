import { useMinute } from '../clock/use-now.ts'
import { useOwnClock } from '../clock/use-own-clock.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { describeDevice, describeLastUse } from './describe-session.ts'
import { Entry } from './entry-list.tsx'
import type { Account } from './use-account.ts'
import { type OwnSession, useEndSession } from './use-own-sessions.ts'

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

type OwnSessionRowProps = {
  session: OwnSession
  providers: Account['providers']
  onEnded: (device: string) => void
}

/** One session: its device, when it began and was last used, and a button that ends it. */
export function OwnSessionRow({ session, providers, onEnded }: OwnSessionRowProps) {
  const texts = useTexts().accountPage
  const device = describeDevice(session.device, texts)
  const { end, isPending, error } = useEndSession(session, () => onEnded(device))
  return (
    <Entry
      error={error}
      button={
        <button
          type="button"
          className="button button-plain button-small shrink-0"
          aria-label={texts.sessions.endNamed(device)}
          aria-disabled={isPending}
          onClick={() => !isPending && end()}
        >
          {isPending ? texts.sessions.ending : texts.sessions.end}
        </button>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        {device}
        {session.current && <span className="badge">{texts.sessions.current}</span>}
      </p>
      <SessionDetails session={session} providers={providers} />
    </Entry>
  )
}

function SessionDetails({ session, providers }: Pick<OwnSessionRowProps, 'session' | 'providers'>) {
  const { sessions } = useTexts().accountPage
  const locale = useLocale()
  const now = useMinute().epochMilliseconds
  const provider = providers.find(({ id }) => id === session.provider)?.name ?? session.provider
  const write = useOwnClock(DATE_AND_TIME)
  return (
    <p className="text-muted text-sm wrap-anywhere *:block">
      <span>{sessions.since(provider, write(session.created_at))}</span>
      {!session.current && (
        <span>{describeLastUse(Date.parse(session.last_used_at), now, { sessions, locale })}</span>
      )}
    </p>
  )
}
