import { type FormEvent, useState } from 'react'
import { ConfirmDialog, type Question } from './confirm-dialog.tsx'
import { describeFailure, type Failure } from './failure.ts'
import { RecordStatus } from './record-status.tsx'
import { TextField } from './text-field.tsx'
import { useDebounced } from './use-debounced.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useRecord } from './use-record.ts'
import { ZoneField } from './zone-field.tsx'

const TYPING_PAUSE_MILLISECONDS = 400

/** The form that saves and deletes one record, and what is saved now. */
export function RecordPage() {
  const [draft, updateDraft] = useDraft()
  const [question, setQuestion] = useState<Question>()
  const entered = clean(draft)
  const userId = useDebounced(entered.userId, TYPING_PAUSE_MILLISECONDS)
  const record = useRecord(userId)
  const { save, remove, saved } = record
  const isBusy = save.isPending || remove.isPending
  const failure = describeFailure(save.error ?? remove.error)

  function change(part: Partial<Draft>) {
    save.reset()
    remove.reset()
    updateDraft(part)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    remove.reset()
    const replaces =
      saved?.user.id === entered.userId &&
      (saved.timezone !== entered.timezone || saved.user.username !== entered.username)
    if (!replaces) return record.saveDraft(entered)
    setQuestion({
      title: 'Replace the saved record?',
      text: `${saved.user.username} is in ${saved.timezone} now. Save ${entered.username} in ${entered.timezone} instead?`,
      action: 'Replace',
      isDangerous: false,
      run: () => record.saveDraft(entered),
    })
  }

  function askToDelete() {
    save.reset()
    setQuestion({
      title: 'Delete the saved record?',
      text: `Nobody will see a local time for the user id ${entered.userId} any more.`,
      action: 'Delete',
      isDangerous: true,
      run: () => record.removeRecord(entered.userId),
    })
  }

  return (
    <>
      <form onSubmit={submit} className="card space-y-5">
        <TextField
          label="User id"
          hint="As your chat service shows it, such as 80351110224678912."
          value={draft.userId}
          onChange={(userId) => change({ userId })}
          error={failure?.fields.user_id}
        />
        <TextField
          label="Username"
          hint="The name that others know you by."
          value={draft.username}
          onChange={(username) => change({ username })}
          error={failure?.fields.username}
        />
        <ZoneField
          value={draft.timezone}
          onChange={(timezone) => change({ timezone })}
          error={failure?.fields.timezone}
        />
        <div className="flex gap-3">
          <button type="submit" className="button button-primary flex-1" disabled={isBusy}>
            {save.isPending ? 'Saving…' : 'Save'}
          </button>
          <button
            type="button"
            className="button button-plain"
            disabled={isBusy || entered.userId === ''}
            onClick={askToDelete}
          >
            {remove.isPending ? 'Deleting…' : 'Delete'}
          </button>
        </div>
        <div className="min-h-6 wrap-anywhere" role="status">
          {save.isSuccess && (
            <p className="text-green-800 dark:text-green-400">
              Saved: {save.data.body.user.username} is in {save.data.body.timezone.replaceAll('_', ' ')}.
            </p>
          )}
          {remove.isSuccess && (
            <p className="text-green-800 dark:text-green-400">
              {remove.data.body.deleted ? 'Deleted.' : 'There was nothing to delete.'}
            </p>
          )}
          {failure && (
            <p className="text-red-700 dark:text-red-400">
              {isAboutFields(failure)
                ? 'Nothing was changed: please correct the marked field.'
                : failure.message}
            </p>
          )}
        </div>
      </form>
      <RecordStatus userId={userId} record={record} />
      <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />
    </>
  )
}

function isAboutFields({ fields }: Failure): boolean {
  return Object.keys(fields).length > 0
}

/** The registry takes text in normalization form C, and nobody means the space that pasting adds. */
function clean(draft: Draft): Draft {
  return {
    userId: draft.userId.trim().normalize('NFC'),
    username: draft.username.trim().normalize('NFC'),
    timezone: draft.timezone,
  }
}
