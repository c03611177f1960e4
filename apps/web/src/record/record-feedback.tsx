import { useEffect } from 'react'
import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useCityOf, useText, useViewText } from '../texts/use-text.tsx'
import { describeFailure } from '../ui/failure.tsx'
import { Toast } from '../ui/toast.tsx'
import { UndoButton } from '../ui/use-undo.tsx'
import { CHANGE_ZONE } from '../zones/change-zone.tsx'
import { ConflictQuestion } from './conflict-question.tsx'
import { type OwnRecord, SAVED_HEADING } from './own-record.tsx'
import type { SaveState } from './save.ts'
import { ChangeFailure, WhoSheet } from './who-sheet.tsx'

const SHOWN_MS = 10_000

type RecordFeedbackProps = { account: Account; own: OwnRecord }

/** What a save asks, in a sheet or as a question, and its outcome. */
export function RecordFeedback({ account, own }: RecordFeedbackProps) {
  return (
    <>
      <RecordOutcome account={account} own={own} />
      {own.asked !== undefined && <WhoSheet own={own} returnTo={returnTo()} />}
      {own.asked === undefined && own.state.step === 'asking' && (
        <ConflictQuestion own={own} returnTo={returnTo()} />
      )}
    </>
  )
}

/** The id of the element that has the focus afterwards if what had it before is gone. */
function returnTo(): string {
  return [SAVED_HEADING, CHANGE_ZONE].find((id) => document.getElementById(id) !== null) ?? 'content'
}

/** The outcome of the last save, floating above the page's lower edge so that it is visible on every screen. */
function RecordOutcome({ account, own }: RecordFeedbackProps) {
  const t = useText()
  const failure = describeFailure(own.changeError, t)
  if (own.state.step === 'saved') return <Saved state={own.state} own={own} />
  if (failure === undefined) return null
  if (failure.code === 'unauthenticated')
    return (
      <Toast>
        <div className="space-y-3" role="alert">
          <p>{t('account.expired')}</p>
          <SignInButtons providers={account.providers} />
        </div>
      </Toast>
    )
  // The sheet says itself what went wrong.
  if (own.asked !== undefined) return null
  return (
    <Toast>
      <ChangeFailure error={own.changeError} />
    </Toast>
  )
}

type SavedProps = { state: Extract<SaveState, { step: 'saved' }>; own: OwnRecord }

/** Ends by itself, since it may lie over something else. */
function Saved({ state: { saved, isNew }, own: { undo, leave } }: SavedProps) {
  const t = useViewText()
  const cityOf = useCityOf()
  useEffect(() => {
    if (undo !== undefined) return
    const timer = setTimeout(leave, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    // The button that saved, or that of what is deleted, is gone.
    if (document.activeElement === document.body || (saved.record === undefined && undo === undefined))
      document.getElementById(returnTo())?.focus({ preventScroll: true })
  }, [])
  const { record } = saved
  const message = record
    ? t('change.saved', { name: record.user.username, zone: cityOf(record.canonical) })
    : isNew
      ? t('entry.deleted')
      : t('entry.nothingToDelete')
  return (
    <Toast>
      <p className="text-success">{message}</p>
      {undo && <UndoButton onUndo={undo} takesFocus returnTo={returnTo()} onOver={leave} />}
    </Toast>
  )
}
