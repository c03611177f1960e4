import { useEffect } from 'react'
import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Failure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { Toast } from '../ui/toast.tsx'
import { UndoButton } from '../ui/undo-button.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import type { RecordFormState } from './use-record-form.ts'

// The button that was pressed may be gone.
const FOCUS = { takesFocus: true, returnTo: 'saved-heading' }

type RecordOutcomeProps = { account: Account; form: RecordFormState; failure: Failure | undefined }

/**
 * The outcome of the last save or delete, floating above the page's lower edge so that it is visible on every screen.
 */
export function RecordOutcome({ account, form, failure }: RecordOutcomeProps) {
  const texts = useTexts()
  return (
    <>
      <SavedNote form={form} />
      <DeletedNote form={form} />
      {failure?.code === 'unauthenticated' && (
        <Toast>
          <div className="space-y-3" role="alert">
            <p>{texts.account.expired}</p>
            <SignInButtons providers={account.providers} />
          </div>
        </Toast>
      )}
      {failure !== undefined && failure.code !== 'unauthenticated' && (
        <Toast>
          <ChangeFailure failure={failure} />
        </Toast>
      )}
    </>
  )
}

function SavedNote({ form: { record, undoSave } }: { form: RecordFormState }) {
  const texts = useTexts()
  const cityOf = useCityOf()
  if (!record.save.isSuccess) return null
  const { user, canonical } = record.save.data.body
  return (
    <Toast>
      <p className="text-success">{texts.record.saved(user.username, cityOf(canonical))}</p>
      {undoSave && <UndoButton onUndo={undoSave} {...FOCUS} />}
    </Toast>
  )
}

function DeletedNote({ form: { record, deletion } }: { form: RecordFormState }) {
  const texts = useTexts()
  if (!record.remove.isSuccess) return null
  const { deleted } = record.remove.data.body
  return (
    <Toast>
      <p className="text-success">{deleted ? texts.record.deleted : texts.record.nothingToDelete}</p>
      {deletion.canUndo ? deleted && <UndoButton onUndo={deletion.undo} {...FOCUS} /> : <FocusSavedHeading />}
    </Toast>
  )
}

/** Moves the focus, because the deleted record's button had it and is gone. */
function FocusSavedHeading() {
  useEffect(() => {
    document.getElementById('saved-heading')?.focus({ preventScroll: true })
  }, [])
  return null
}

function ChangeFailure({ failure }: { failure: Failure }) {
  const texts = useTexts()
  const isMarked = Object.keys(failure.fields).length > 0
  const message = isMarked
    ? texts.record.correct
    : failure.code === 'no_answer'
      ? texts.failure.noAnswerKept
      : failure.message
  return <FailureNote failure={{ ...failure, message }} />
}
