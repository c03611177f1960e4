import { type ReactNode, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { describeOffset } from '../clock/amounts.ts'
import { useOwnClock } from '../clock/clock-text.tsx'
import { useNextChange } from '../clock/use-next-change.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { type Question, QuestionDialog } from '../ui/question-dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type OwnRecord, useOwn } from './own-record.tsx'
import { SAVED_HEADING } from './return-to.ts'

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

/** What is saved for the reader, and how to delete it, or where there is no login, to change whose it is. */
export function SavedRecord({ account }: { account: Account }) {
  const t = useViewText()
  const own = useOwn()
  const [question, ask] = useState<Question>()
  const { saved, isBusy, state } = own

  function askToDelete() {
    if (isBusy) return
    own.leave()
    ask({
      title: t('entry.askDelete'),
      text: own.canUndoDeletion ? t('entry.askDeleteText') : t('entry.askDeleteForGood'),
      action: t('entry.delete'),
      isDangerous: true,
      run: own.remove,
    })
  }

  function forget() {
    // The button is about to disappear.
    document.getElementById('content')?.focus({ preventScroll: true })
    own.forgetOwner()
  }

  // Below the heading of its pane, if it is in one.
  const Heading = account.isOpen ? 'h3' : 'h4'
  const isDeleting = state.step === 'saving' && state.write.record === undefined
  return (
    <section aria-labelledby={SAVED_HEADING}>
      <Heading id={SAVED_HEADING} tabIndex={-1} className="mb-3 font-semibold outline-none">
        {t('entry.savedHeading')}
      </Heading>
      <Details account={account} own={own} />
      <div className="mt-4 flex flex-wrap gap-2">
        {account.isOpen && saved !== undefined && (
          <button type="button" className="button button-plain" onClick={() => own.setAsked('name')}>
            {t('who.change')}
          </button>
        )}
        {saved !== undefined && (
          <button type="button" className="button button-plain" aria-disabled={isBusy} onClick={askToDelete}>
            {isDeleting ? t('entry.deleting') : t('entry.delete')}
          </button>
        )}
        {account.isOpen && (
          <button type="button" className="button button-plain" onClick={forget}>
            {t('who.forget')}
          </button>
        )}
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} returnTo={SAVED_HEADING} />
    </section>
  )
}

/** Who the reader is here, and the saved record, a note that there is none, or why it could not be loaded. */
function Details({ account, own: { userId, ...record } }: { account: Account; own: OwnRecord }) {
  const t = useViewText()
  const name = record.saved?.user.username ?? account.user?.username
  return (
    <>
      <dl className="grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-4 gap-y-1">
        {name !== undefined && <Row term={t('who.username')}>{name}</Row>}
        <Row term={t('entry.userId')}>{userId}</Row>
        {record.saved !== undefined && <Zone record={record.saved} />}
      </dl>
      {record.isLoading && <Skeleton />}
      {record.hasNone && <p className="mt-3 text-muted">{t('entry.none')}</p>}
      {/* A change that has failed says the same already. */}
      {!record.hasNone && record.changeError === null && (
        <FailureNote className="mt-3" error={record.error} onRetry={record.reload} />
      )}
    </>
  )
}

type ZoneProps = { record: { canonical: string; updated_at: string | null } }

function Zone({ record: { canonical: timezone, updated_at } }: ZoneProps) {
  const t = useViewText()
  const writeSaved = useOwnClock(DATE_AND_TIME)
  const now = useMinute()
  const nextChange = useNextChange(timezone)
  const offset = offsetMinutes(timezone, now, useServiceClocks())
  return (
    <>
      <Row term={t('picker.label')}>{timezone.replaceAll('_', ' ')}</Row>
      {offset !== undefined && (
        <>
          <Row term={t('entry.offset')}>{describeOffset(offset, t)}</Row>
          {nextChange !== '' && <Row term={t('entry.nextChange')}>{nextChange}</Row>}
        </>
      )}
      {updated_at !== null && <Row term={t('entry.savedAt')}>{writeSaved(updated_at)}</Row>}
    </>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}
