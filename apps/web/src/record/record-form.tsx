import { type SubmitEvent, Suspense, useEffect, useRef } from 'react'
import type { Account } from '../account/use-account.ts'
import { useIsNow } from '../axis/axis.tsx'
import { browserZone, deviceZone } from '../clock/zone-time.ts'
import { personAddress } from '../selection/selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { describeFailure, type Failure } from '../ui/failure.ts'
import { LinkIcon } from '../ui/icons.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { TextField } from '../ui/text-field.tsx'
import { ChangeZone } from '../zones/change-zone.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { Hero } from './hero.tsx'
import { RecordOutcome } from './record-outcome.tsx'
import { HowToSave, SaveButton, SignInToSave } from './save-area.tsx'
import type { RecordFormState } from './use-record-form.ts'

const AxisActions = lazyWithRetry(async () => (await import('./axis-actions.tsx')).AxisActions)
const TravelNotice = lazyWithRetry(async () => (await import('./travel-notice.tsx')).TravelNotice)

type RecordFormProps = { account: Account; form: RecordFormState }

/** Zone, user id and name (the last two in open mode only), and the button that saves them. */
export function RecordForm({ account, form }: RecordFormProps) {
  const texts = useTexts()
  const element = useRef<HTMLFormElement>(null)
  const { timezone, origin, record } = form
  const failure = describeFailure(record.changeError, texts)
  const labels = {
    detected: deviceZone() === undefined ? texts.zone.pickHeading : texts.zone.detected,
    chosen: texts.zone.chosen,
    saved: texts.zone.shared,
  }
  const refused = Object.keys(failure?.fields ?? {}).join()
  useEffect(() => {
    if (refused === '') return
    element.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus()
  }, [refused])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (form.isNoId) return element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    if (!record.isBusy) void form.submit()
  }

  return (
    <form ref={element} onSubmit={submit} aria-labelledby="record-heading">
      <h2 id="record-heading" className="sr-only">
        {texts.record.heading}
      </h2>
      <Hero timezone={timezone} label={labels[origin]}>
        {failure?.fields.timezone !== undefined && (
          <p id="zone-error" className="mt-2 font-semibold">
            {failure.fields.timezone}
          </p>
        )}
        <Travel form={form} />
        <HeroActions account={account} form={form} failure={failure} />
      </Hero>
      {account.isOpen && <PersonFields form={form} failure={failure} />}
      <RecordOutcome account={account} form={form} failure={failure} />
    </form>
  )
}

/** In a chunk of its own, since few people travel. */
function Travel({ form: { savedZone, origin, saveZone, record } }: { form: RecordFormState }) {
  if (savedZone === undefined || origin !== 'saved') return null
  return (
    <ErrorBoundary>
      <Suspense>
        <TravelNotice saved={savedZone} isBusy={record.isBusy} onSave={saveZone} />
      </Suspense>
    </ErrorBoundary>
  )
}

type PartProps = { form: RecordFormState; failure: Failure | undefined }

function HeroActions({ account, form, failure }: PartProps & { account: Account }) {
  const { zone, record: texts } = useTexts()
  const { timezone, origin, choose, record } = form
  const cityOf = useCityOf()
  const own = browserZone()
  const isPublic = record.saved !== undefined && (account.isOpen || account.visibility === 'public')
  const canSignIn = !account.isOpen && !account.isLoading && account.user === undefined
  if (!useIsNow())
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        <Suspense>
          <AxisActions />
        </Suspense>
      </div>
    )
  return (
    <div className="mt-4 space-y-4">
      <div className="flex flex-wrap gap-2">
        {!account.isOpen && <SaveButton account={account} form={form} />}
        {canSignIn && <SignInToSave account={account} timezone={timezone} />}
        <ChangeZone
          timezone={timezone}
          onChoose={choose}
          isInvalid={failure?.fields.timezone !== undefined}
        />
        {origin === 'chosen' && timezone !== own && (
          <button type="button" className="button button-sky" onClick={() => choose(own)}>
            {zone.useDetected(cityOf(own))}
          </button>
        )}
        {isPublic && (
          <CopyButton text={() => personAddress(form.userId)} look="button-sky">
            <LinkIcon isSmall />
            {texts.copyLink}
          </CopyButton>
        )}
      </div>
      <HowToSave account={account} />
    </div>
  )
}

/** Asks whose record it is, where the service has no login to say so. */
function PersonFields({ form: { draft, change, record, isNoId }, failure }: PartProps) {
  const texts = useTexts()
  return (
    <div className="record-names page print:hidden grid gap-x-4 gap-y-3 pt-6 md:grid-cols-[1fr_1fr_auto]">
      <TextField
        label={texts.record.userId}
        hint={texts.record.userIdHint}
        value={draft.userId}
        onChange={(userId) => change({ userId })}
        error={isNoId ? texts.record.userIdHint : failure?.fields.user_id}
      />
      <TextField
        label={texts.record.username}
        hint={texts.record.usernameHint}
        value={draft.username}
        onChange={(username) => change({ username })}
        error={failure?.fields.username}
      />
      {/* Not `disabled` while busy: that would take the focus away. */}
      <button
        type="submit"
        className="button button-primary self-start md:mt-7 md:min-w-32"
        aria-disabled={record.isBusy}
      >
        {record.save.isPending ? texts.record.saving : texts.record.save}
      </button>
    </div>
  )
}
