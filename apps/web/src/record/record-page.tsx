import { type FormEvent, lazy, Suspense, useState } from 'react'
import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { readable } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { Question } from '../ui/confirm-dialog.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { ZoneChooser } from '../zones/zone-chooser.tsx'
import { RecordStatus } from './record-status.tsx'
import { UndoButton } from './undo-button.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { type NewRecord, useRecord } from './use-record.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

const TYPING_PAUSE_MILLISECONDS = 400

/** The form that saves and deletes one record, and what is saved now. */
export function RecordPage({ account }: { account: Account }) {
  const texts = useTexts()
  const [draft, updateDraft] = useDraft()
  const [question, setQuestion] = useState<Question>()
  const [deleted, setDeleted] = useState<NewRecord>()
  const entered = clean(draft)
  const typedId = useDebounced(entered.userId, TYPING_PAUSE_MILLISECONDS)
  const userId = account.isOpen ? typedId : (account.user?.id ?? '')
  const record = useRecord(userId)
  const { save, remove, saved } = record
  const isBusy = save.isPending || remove.isPending
  const failure = describeFailure(save.error ?? remove.error, texts)
  const isSessionOver = failure?.code === 'unauthenticated'
  const canSave = account.isOpen || account.user !== undefined

  function forget() {
    save.reset()
    remove.reset()
    setDeleted(undefined)
  }

  function change(part: Partial<Draft>) {
    forget()
    updateDraft(part)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    forget()
    const { timezone, username } = entered
    if (!account.isOpen) return record.saveRecord({ timezone })
    const run = () => record.saveRecord({ timezone, username, user_id: entered.userId })
    // Another name under this id may be another person's record: a mistyped id would take it away.
    const isAnothers = saved?.user.id === entered.userId && saved.user.username !== username
    if (!isAnothers) return run()
    setQuestion({
      title: texts.record.askReplace,
      text: texts.record.askReplaceText(saved.user.username, username),
      action: texts.record.replace,
      isDangerous: false,
      run,
    })
  }

  function askToDelete() {
    forget()
    setQuestion({
      title: texts.record.askDelete,
      text: texts.record.askDeleteText,
      action: texts.record.delete,
      isDangerous: true,
      run: () => {
        if (saved)
          setDeleted({
            timezone: saved.timezone,
            ...(account.isOpen && { user_id: saved.user.id, username: saved.user.username }),
          })
        record.removeRecord(account.isOpen ? entered.userId : undefined)
      },
    })
  }

  function undo() {
    if (deleted === undefined) return
    remove.reset()
    setDeleted(undefined)
    record.saveRecord(deleted)
  }

  return (
    <>
      <form
        onSubmit={submit}
        className={`card space-y-5 ${account.isLoading ? 'min-h-screen' : ''}`}
        aria-labelledby="record-heading"
      >
        <h2 id="record-heading" className="sr-only">
          {texts.record.heading}
        </h2>
        <ZoneChooser
          timezone={draft.timezone}
          onChoose={(timezone) => change({ timezone })}
          error={failure?.fields.timezone && `${texts.zone.label} ${failure.fields.timezone}`}
        />
        {account.isOpen && (
          <>
            <TextField
              label={texts.record.userId}
              hint={texts.record.userIdHint}
              value={draft.userId}
              onChange={(userId) => change({ userId })}
              error={failure?.fields.user_id}
            />
            <TextField
              label={texts.record.username}
              hint={texts.record.usernameHint}
              value={draft.username}
              onChange={(username) => change({ username })}
              error={failure?.fields.username}
            />
          </>
        )}
        <div className="min-h-11">
          {canSave ? (
            <button type="submit" className="button button-primary w-full" disabled={isBusy}>
              {save.isPending ? texts.record.saving : texts.record.save}
            </button>
          ) : account.isLoading ? null : account.providers.length > 0 ? (
            <div className="space-y-3">
              <p>{texts.account.signInToSave}</p>
              <SignInButtons providers={account.providers} />
            </div>
          ) : (
            !account.error && <p>{texts.account.programsOnly}</p>
          )}
        </div>
        <div className="min-h-6 wrap-anywhere">
          <div role="status">
            {save.isSuccess && (
              <p className="text-success">
                {texts.record.saved(save.data.body.user.username, readable(save.data.body.timezone))}
              </p>
            )}
            {remove.isSuccess && (
              <p className="flex flex-wrap items-center gap-3 text-success">
                {remove.data.body.deleted ? texts.record.deleted : texts.record.nothingToDelete}
                {remove.data.body.deleted && deleted && <UndoButton onUndo={undo} />}
              </p>
            )}
          </div>
          {failure && isSessionOver && (
            <div className="space-y-3" role="alert">
              <p>{texts.account.expired}</p>
              <SignInButtons providers={account.providers} />
            </div>
          )}
          {failure && !isSessionOver && (
            <FailureNote
              failure={
                Object.keys(failure.fields).length > 0
                  ? { ...failure, message: texts.record.correct }
                  : failure
              }
            />
          )}
        </div>
      </form>
      {account.error !== null && (
        <div className="card mt-5">
          <FailureNote
            failure={describeFailure(account.error, texts) ?? noFailure}
            onRetry={account.reload}
          />
        </div>
      )}
      {canSave && (
        <RecordStatus
          userId={userId}
          record={record}
          isOpen={account.isOpen}
          onDelete={askToDelete}
          isBusy={isBusy}
        />
      )}
      {question && (
        <Suspense>
          <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const noFailure = { message: '', code: 'internal' as const, fields: {}, retryAt: undefined }

/** The registry takes text in normalization form C, and nobody means the space that pasting adds. */
function clean(draft: Draft): Draft {
  return {
    userId: draft.userId.trim().normalize('NFC'),
    username: draft.username.trim().normalize('NFC'),
    timezone: draft.timezone,
  }
}
