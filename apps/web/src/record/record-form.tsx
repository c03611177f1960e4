import { type SubmitEvent, useRef } from 'react'
import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure, type Failure } from '../ui/failure.ts'
import { TextField } from '../ui/text-field.tsx'
import { useFocusInvalid } from '../ui/use-focus-invalid.ts'
import { ZoneChooser } from '../zones/zone-chooser.tsx'
import { RecordOutcome } from './record-outcome.tsx'
import type { RecordForm as Form } from './use-record-form.ts'

type RecordFormProps = { account: Account; form: Form }

/** Zone, user id and name (the last two in open mode only), and the button that saves them. */
export function RecordForm({ account, form }: RecordFormProps) {
  const texts = useTexts()
  const element = useRef<HTMLFormElement>(null)
  const { draft, record, change } = form
  const failure = describeFailure(record.changeError, texts)
  useFocusInvalid(element, failure)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!record.isBusy) void form.submit()
  }

  return (
    <form
      ref={element}
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
        error={failure?.fields.timezone}
      />
      {account.isOpen && <PersonFields form={form} failure={failure} />}
      <div className="min-h-11">
        <SaveArea account={account} record={record} />
      </div>
      <RecordOutcome account={account} form={form} failure={failure} />
    </form>
  )
}

/** Who it is, where the service has no login to say so. */
function PersonFields({ form: { draft, change }, failure }: { form: Form; failure: Failure | undefined }) {
  const texts = useTexts()
  return (
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
  )
}

/** The button that saves, or how to become somebody who can. */
function SaveArea({ account, record }: { account: Account; record: Form['record'] }) {
  const texts = useTexts()
  if (account.isOpen || account.user !== undefined)
    return (
      // Not `disabled` while busy: that would take the focus away.
      <button type="submit" className="button button-primary w-full" aria-disabled={record.isBusy}>
        {record.save.isPending ? texts.record.saving : texts.record.save}
      </button>
    )
  if (account.isLoading) return null
  if (account.providers.length > 0)
    return (
      <div className="space-y-3">
        <p>{texts.account.signInToSave}</p>
        <SignInButtons providers={account.providers} />
      </div>
    )
  return account.error ? null : <p>{texts.account.programsOnly}</p>
}
