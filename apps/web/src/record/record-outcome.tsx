import { useEffect, useState } from 'react'
import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Failure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { Toast } from '../ui/toast.tsx'
import { UndoButton } from '../ui/undo-button.tsx'
import { CHANGE_ZONE } from '../zones/change-zone.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import type { OwnRecord } from './use-own-record.ts'

// A little longer than Undo is offered.
const SHOWN_MS = 11_000
// The button that was pressed may be gone.
const FOCUS = { takesFocus: true, returnTo: CHANGE_ZONE }

type RecordOutcomeProps = { account: Account; own: OwnRecord; failure: Failure | undefined }

/**
 * The outcome of the last save, floating above the page's lower edge so that it is visible on every screen.
 */
export function RecordOutcome({ account, own, failure }: RecordOutcomeProps) {
  const texts = useTexts()
  // The sheet says itself what went wrong.
  const isSaid = own.asked !== undefined
  return (
    <>
      <SavedNote own={own} />
      {failure?.code === 'unauthenticated' && (
        <Toast>
          <div className="space-y-3" role="alert">
            <p>{texts.account.expired}</p>
            <SignInButtons providers={account.providers} />
          </div>
        </Toast>
      )}
      {failure !== undefined && !isSaid && failure.code !== 'unauthenticated' && (
        <Toast>
          <ChangeFailure failure={failure} />
        </Toast>
      )}
    </>
  )
}

function SavedNote({ own: { record, undoSave } }: { own: OwnRecord }) {
  if (!record.save.isSuccess) return null
  const { user, canonical } = record.save.data.body
  return <Saved key={record.save.submittedAt} name={user.username} zone={canonical} undo={undoSave} />
}

type SavedProps = { name: string; zone: string; undo: (() => void) | undefined }

/** Ends by itself, since it may lie over something else. */
function Saved({ name, zone, undo }: SavedProps) {
  const texts = useTexts()
  const cityOf = useCityOf()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isOver) return null
  return (
    <Toast>
      <p className="text-success">{texts.record.saved(name, cityOf(zone))}</p>
      {undo && <UndoButton onUndo={undo} {...FOCUS} />}
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
