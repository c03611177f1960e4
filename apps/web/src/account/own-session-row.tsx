import { useMinute } from '../clock/use-now.ts'
import { useOwnClock } from '../clock/use-own-clock.ts'
import { useAccountText, useLocale } from '../texts/use-text.tsx'
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
  const t = useAccountText()
  const device = describeDevice(session.device, t)
  const { end, isPending, error } = useEndSession(session, () => onEnded(device))
  return (
    <Entry
      error={error}
      button={
        <button
          type="button"
          className="button button-plain button-small shrink-0"
          aria-label={t('accountPage.sessions.endNamed', { device })}
          aria-disabled={isPending}
          onClick={() => !isPending && end()}
        >
          {isPending ? t('accountPage.sessions.ending') : t('accountPage.sessions.end')}
        </button>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        {device}
        {session.current && <span className="badge">{t('accountPage.sessions.current')}</span>}
      </p>
      <SessionDetails session={session} providers={providers} />
    </Entry>
  )
}

function SessionDetails({ session, providers }: Pick<OwnSessionRowProps, 'session' | 'providers'>) {
  const t = useAccountText()
  const locale = useLocale()
  const now = useMinute()
  const provider = providers.find(({ id }) => id === session.provider)?.name ?? session.provider
  const write = useOwnClock(DATE_AND_TIME)
  const ago = describeLastUse(Date.parse(session.last_used_at), now, locale)
  return (
    <p className="text-muted text-sm wrap-anywhere *:block">
      <span>{t('accountPage.sessions.since', { provider, date: write(session.created_at) })}</span>
      {!session.current && (
        <span>
          {ago === undefined
            ? t('accountPage.sessions.lastUsedRecently')
            : t('accountPage.sessions.lastUsed', { ago })}
        </span>
      )}
    </p>
  )
}
