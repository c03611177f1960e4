import { useState } from 'react'
import { api } from '../api.ts'
import { useOwnClock } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { queryKeys } from '../query-keys.ts'
import { useAccountText, useLocale } from '../texts/use-text.tsx'
import { isStatus, retryUnlessAnswered } from '../ui/failure.ts'
import { describeDevice, describeLastUse } from './describe-session.ts'
import { type Ended, Entry, EntryList } from './entry-list.tsx'
import type { Account } from './use-account.ts'

/** Where the person is signed in, with a button that ends each session. */
export function OwnSessions({ account }: { account: Account }) {
  const t = useAccountText()
  const [ended, setEnded] = useState<Ended>()
  const { sessions, error, reload } = useOwnSessions()
  return (
    <EntryList ended={ended} query={{ isLoaded: sessions !== undefined, error, reload }}>
      <ul className="divide-y divide-line">
        {sessions?.map((session) => (
          <OwnSessionRow
            key={session.id}
            session={session}
            providers={account.providers}
            onEnded={(device) => setEnded({ note: t('accountPage.sessions.ended', { device }) })}
          />
        ))}
      </ul>
      {sessions !== undefined && sessions.length > 1 && <SignOutEverywhere account={account} />}
    </EntryList>
  )
}

function SignOutEverywhere({ account }: { account: Account }) {
  const t = useAccountText()
  return (
    <button
      type="button"
      className="button button-plain mt-2"
      aria-disabled={account.isSigningOut}
      onClick={() => !account.isSigningOut && account.signOut(true)}
    >
      {account.isSigningOut ? t('accountPage.sessions.ending') : t('account.signOutEverywhere')}
    </button>
  )
}

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

type OwnSessionRowProps = {
  session: OwnSession
  providers: Account['providers']
  onEnded: (device: string) => void
}

/** One session: its device, when it began and was last used, and a button that ends it. */
function OwnSessionRow({ session, providers, onEnded }: OwnSessionRowProps) {
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

/** Where the signed-in person is signed in, this device first; undefined until the service has answered. */
function useOwnSessions() {
  const query = api.listOwnSessions.useQuery({ queryKey: queryKeys.sessions, retry: retryUnlessAnswered })
  return {
    sessions: query.data?.body.sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
    error: query.error,
    reload: () => void query.refetch(),
  }
}

type OwnSession = NonNullable<ReturnType<typeof useOwnSessions>['sessions']>[number]

/** Ends a session. `onEnded` runs when it was another device's; ending one's own signs out. */
function useEndSession({ id }: OwnSession, onEnded: () => void) {
  const queryClient = api.useQueryClient()

  function removeFromList() {
    queryClient.listOwnSessions.setQueryData(
      queryKeys.sessions,
      (list) =>
        list && { ...list, body: { sessions: list.body.sessions.filter((session) => session.id !== id) } },
    )
    onEnded()
  }

  const ending = api.endOwnSession.useMutation({
    onSuccess: ({ body: { current } }) => {
      if (current) void queryClient.resetQueries()
      else removeFromList()
    },
    onError: (error) => {
      // It has already ended, so there is nothing left to do.
      if (isStatus(error, 404)) removeFromList()
    },
  })
  return {
    end: () => ending.mutate({ params: { id } }),
    isPending: ending.isPending,
    error: isStatus(ending.error, 404) ? null : ending.error,
  }
}
