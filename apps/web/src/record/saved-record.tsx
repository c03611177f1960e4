import { formatOffset } from '@timezone-registry/zones/offset'
import { Fragment, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { useOffset, useOwnClock } from '../clock/clock-text.tsx'
import { useNextChange } from '../clock/use-next-change.ts'
import { useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { type Question, QuestionDialog } from '../ui/question-dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type OwnRecord, SAVED_HEADING, useOwn } from './own-record.tsx'

/** What is saved for the reader, and where there is no login, how to change whose it is and to delete it. */
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
      text: t('entry.askDeleteText'),
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
      {account.isOpen && (
        <div className="mt-4 flex flex-wrap gap-2">
          {saved !== undefined && (
            <>
              <button type="button" className="button button-plain" onClick={() => own.setAsked('name')}>
                {t('who.change')}
              </button>
              <button
                type="button"
                className="button button-plain"
                aria-disabled={isBusy}
                onClick={askToDelete}
              >
                {isDeleting ? t('entry.deleting') : t('entry.delete')}
              </button>
            </>
          )}
          <button type="button" className="button button-plain" onClick={forget}>
            {t('who.forget')}
          </button>
        </div>
      )}
      <QuestionDialog question={question} onClose={() => ask(undefined)} returnTo={SAVED_HEADING} />
    </section>
  )
}

/** Who the reader is here, and the saved record, a note that there is none, or why it could not be loaded. */
function Details({ account, own: { userId, saved, ...record } }: { account: Account; own: OwnRecord }) {
  const t = useViewText()
  const write = useOwnClock()
  const describeChange = useNextChange()
  const zone = saved?.canonical
  const offset = useOffset(zone)
  const rows = [
    [t('who.username'), saved?.user.username ?? account.user?.username],
    [t('entry.userId'), userId],
    [t('picker.label'), zone?.replaceAll('_', ' ')],
    [t('entry.offset'), offset === undefined ? '' : formatOffset(offset)],
    [t('entry.nextChange'), zone && describeChange(zone)],
    [t('entry.savedAt'), saved?.updated_at && write(saved.updated_at)],
  ]
  return (
    <>
      <dl className="grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rows.map(
          ([term, value]) =>
            value && (
              <Fragment key={term}>
                <dt className="text-muted">{term}</dt>
                <dd className="wrap-anywhere">
                  <bdi>{value}</bdi>
                </dd>
              </Fragment>
            ),
        )}
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
