import { useEffect } from 'react'
import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure, type Failure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { Toast } from '../ui/toast.tsx'
import { UndoButton } from '../ui/undo-button.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import type { OwnRecord } from './own-record.tsx'
import { returnTo } from './record-dialogs.tsx'
import type { SaveState } from './save.ts'

// A little longer than Undo is offered.
const SHOWN_MS = 11_000

type RecordOutcomeProps = { account: Account; own: OwnRecord }

/** The outcome of the last save, floating above the page's lower edge so that it is visible on every screen. */
export function RecordOutcome({ account, own }: RecordOutcomeProps) {
  const texts = useTexts()
  const failure = describeFailure(own.changeError, texts)
  if (own.state.step === 'saved') return <Saved state={own.state} own={own} />
  if (failure === undefined) return null
  if (failure.code === 'unauthenticated')
    return (
      <Toast>
        <div className="space-y-3" role="alert">
          <p>{texts.account.expired}</p>
          <SignInButtons providers={account.providers} />
        </div>
      </Toast>
    )
  // The sheet says itself what went wrong.
  if (own.asked !== undefined) return null
  return (
    <Toast>
      <ChangeFailure failure={failure} />
    </Toast>
  )
}

type SavedProps = { state: Extract<SaveState, { step: 'saved' }>; own: OwnRecord }

/** Ends by itself, since it may lie over something else. */
function Saved({ state: { saved, isNew }, own: { undo, leave } }: SavedProps) {
  const { record: texts } = useTexts()
  const cityOf = useCityOf()
  useEffect(() => {
    const timer = setTimeout(leave, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    // The button of what is deleted is gone.
    if (saved.record === undefined && undo === undefined)
      document.getElementById(returnTo())?.focus({ preventScroll: true })
  }, [])
  const { record } = saved
  const message = record
    ? texts.saved(record.user.username, cityOf(record.canonical))
    : isNew
      ? texts.deleted
      : texts.nothingToDelete
  return (
    <Toast>
      <p className="text-success">{message}</p>
      {undo && <UndoButton onUndo={undo} takesFocus returnTo={returnTo()} />}
    </Toast>
  )
}

/** Why the last change failed, and that what was typed is kept. */
export function ChangeFailure({ failure }: { failure: Failure }) {
  const texts = useTexts()
  const isMarked = Object.keys(failure.fields).length > 0
  const message = isMarked
    ? texts.record.correct
    : failure.code === 'no_answer'
      ? texts.failure.noAnswerKept
      : failure.message
  return <FailureNote failure={{ ...failure, message }} />
}
