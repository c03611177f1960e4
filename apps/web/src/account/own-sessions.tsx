import { useQueryClient } from '@tanstack/react-query'
import type { contract } from '@timezone-registry/contract'
import type { ClientInferResponseBody } from '@ts-rest/core'
import { useState } from 'react'
import { api } from '../api.ts'
import { useOwnClock } from '../clock/clock-text.tsx'
import { DAY_MS, HOUR_MS } from '../clock/span.ts'
import { useMinute } from '../clock/use-now.ts'
import { queryKeys } from '../query-keys.ts'
import type { AccountText } from '../texts/load-texts.ts'
import { useAccountText, useLocale } from '../texts/use-text.tsx'
import { retryUnlessAnswered } from '../ui/failure.tsx'
import { type Ended, Entry, EntryList, useEnding } from './entry-list.tsx'
import type { Account } from './use-account.ts'

/** Where the person is signed in, this device first, with a button that ends each session. */
export function OwnSessions({ account }: { account: Account }) {
  const t = useAccountText()
  const [ended, setEnded] = useState<Ended>()
  const query = api.listOwnSessions.useQuery({ queryKey: queryKeys.sessions, retry: retryUnlessAnswered })
  const sessions = query.data?.body.sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  const entries = sessions?.map((session) => (
    <OwnSessionRow
      key={session.id}
      session={session}
      providers={account.providers}
      onEnded={(device) => setEnded({ note: t('accountPage.sessions.ended', { device }) })}
    />
  ))
  return <EntryList entries={entries} query={query} ended={ended} />
}

type OwnSession = ClientInferResponseBody<typeof contract.listOwnSessions, 200>['sessions'][number]

type OwnSessionRowProps = {
  session: OwnSession
  providers: Account['providers']
  onEnded: (device: string) => void
}

function OwnSessionRow({ session, providers, onEnded }: OwnSessionRowProps) {
  const t = useAccountText()
  const queryClient = useQueryClient()
  const { id } = session
  const device = describeDevice(session.device, t)
  const ending = useEnding(queryKeys.sessions, () => onEnded(device))
  const { mutate, isPending, error } = api.endOwnSession.useMutation({
    ...ending,
    // Ending one's own signs out.
    onSuccess: ({ body: { current } }) => (current ? queryClient.resetQueries() : ending.onSuccess()),
  })
  const end = {
    label: t('accountPage.sessions.endNamed', { device }),
    text: isPending ? t('accountPage.sessions.ending') : t('accountPage.sessions.end'),
    isPending,
    run: () => mutate({ params: { id } }),
  }
  return (
    <Entry error={error} end={end}>
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
  const write = useOwnClock()
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

/** A device in the page's language. The service names it in English: `Firefox on Windows`. */
export function describeDevice(device: string | null, t: AccountText): string {
  const [browser, system] = device?.split(' on ') ?? []
  if (browser === undefined) return t('accountPage.sessions.unknownDevice')
  return system === undefined ? browser : t('accountPage.sessions.device', { browser, system })
}

/** `yesterday`: in whole days or hours, undefined within the last one, which the service doesn't know. Times in ms since 1970. */
export function describeLastUse(then: number, now: number, locale: string): string | undefined {
  const elapsed = now - then
  if (elapsed < HOUR_MS) return undefined
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return elapsed < DAY_MS
    ? format.format(-Math.floor(elapsed / HOUR_MS), 'hour')
    : format.format(-Math.floor(elapsed / DAY_MS), 'day')
}
