import { useEffect } from 'react'
import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useCityOf, useText, useViewText } from '../texts/use-text.tsx'
import { describeFailure, FailureNote } from '../ui/failure.tsx'
import { Toast } from '../ui/toast.tsx'
import { UndoButton } from '../ui/use-undo.tsx'
import { type OwnRecord, returnTo } from './own-record.tsx'
import type { SaveState } from './save.ts'

// A little longer than Undo is offered.
const SHOWN_MS = 11_000

type RecordOutcomeProps = { account: Account; own: OwnRecord }

/** The outcome of the last save, floating above the page's lower edge so that it is visible on every screen. */
export function RecordOutcome({ account, own }: RecordOutcomeProps) {
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
      {undo && <UndoButton onUndo={undo} takesFocus returnTo={returnTo()} />}
    </Toast>
  )
}

/** Why the last change failed, and that what was typed is kept. */
export function ChangeFailure({ error, said }: { error: unknown; said?: string | undefined }) {
  const t = useText()
  return (
    <FailureNote
      error={error}
      message={({ code, fields, message }) => {
        if (said !== undefined) return said
        if (Object.keys(fields).length > 0) return t('record.correct')
        return code === 'no_answer' ? t('failure.noAnswerKept') : message
      }}
    />
  )
}
