import { withoutForbidden } from '@timezone-registry/contract'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useDraft } from '../account/use-draft.ts'
import { readId } from '../selection/selection.ts'
import { useText, useViewText } from '../texts/use-text.tsx'
import { describeFailure, type Failure } from '../ui/failure.ts'
import { Sheet } from '../ui/sheet.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { ConflictQuestion } from './conflict-question.tsx'
import type { OwnRecord } from './own-record.tsx'
import { ChangeFailure } from './record-outcome.tsx'
import { returnTo } from './return-to.ts'

/** Where there is no login: asks whose zone it is, and saves it, or asks for another name. */
export function WhoSheet({ own }: { own: OwnRecord }) {
  const t = useViewText()
  const isName = own.asked === 'name'
  const Form = isName ? NameForm : WhoForm
  const cityOf = useCityOf()

  function close() {
    if (own.isBusy) return
    if (own.changeError !== null) own.leave()
    own.setAsked(undefined)
  }

  return (
    <Sheet
      title={isName ? t('who.change') : t('record.saveZone', { zone: cityOf(own.timezone) })}
      onClose={close}
      returnTo={returnTo()}
    >
      <Form own={own} onDone={() => own.setAsked(undefined)} />
      <ConflictQuestion own={own} />
    </Sheet>
  )
}

type WhoFormProps = { own: OwnRecord; onDone: () => void }

/** One question, the id or name. The name that others see is the same unless another is given. */
function WhoForm({ own, onDone }: WhoFormProps) {
  const t = useViewText()
  const field = useRef<HTMLInputElement>(null)
  const { draft, change } = useDraft()
  const { typedId = '', typedName = '' } = draft
  const [isRefused, setIsRefused] = useState(false)
  const failure = describeFailure(own.changeError, t)
  const form = useFocusOnRefusal(Object.keys(failure?.fields ?? {}).join())

  function type(part: Parameters<typeof change>[0]) {
    setIsRefused(false)
    if (failure !== undefined) own.leave()
    change(part)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const id = readId(typedId)
    setIsRefused(!id)
    if (!id) return field.current?.focus()
    // Pasted text often brings surrounding spaces and direction marks, which the service refuses.
    const username = withoutForbidden(typedName) || id
    if (!own.isBusy) own.saveAs({ user_id: id, username }, onDone)
  }

  return (
    <form ref={form} onSubmit={submit} className="space-y-4">
      <TextField
        inputRef={field}
        label={t('who.question')}
        hint={t('who.where')}
        value={typedId}
        onChange={(text) => type({ typedId: text })}
        error={isRefused ? t('who.refused') : failure?.fields.user_id}
      />
      <OtherName
        value={typedName}
        onChange={(text) => type({ typedName: text })}
        error={failure?.fields.username}
      />
      <SheetSave own={own} failure={failure} />
    </form>
  )
}

type OtherNameProps = { value: string; onChange: (text: string) => void; error: string | undefined }

/** A button that becomes the field for the name that others see. */
function OtherName(props: OtherNameProps) {
  const t = useViewText()
  const [isShown] = useState(props.value !== '')
  const [isOpened, setIsOpened] = useState(false)
  if (isShown || isOpened)
    return (
      <TextField
        {...props}
        label={t('who.username')}
        hint={t('who.usernameHint')}
        inputRef={isOpened ? focus : null}
        isOptional
      />
    )
  return (
    <button type="button" className="link min-h-11" onClick={() => setIsOpened(true)}>
      {t('who.otherName')}
    </button>
  )
}

/** Another name for the same record. */
function NameForm({ own, onDone }: WhoFormProps) {
  const t = useViewText()
  const [name, setName] = useState(own.saved?.user.username ?? '')
  const failure = describeFailure(own.changeError, t)
  const form = useFocusOnRefusal(Object.keys(failure?.fields ?? {}).join())

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const username = withoutForbidden(name) || own.userId
    if (!own.isBusy) own.saveAs({ user_id: own.userId, username }, onDone)
  }

  return (
    <form ref={form} onSubmit={submit} className="space-y-4">
      <TextField
        label={t('who.username')}
        hint={t('who.usernameHint')}
        value={name}
        onChange={setName}
        error={failure?.fields.username}
      />
      <SheetSave own={own} failure={failure} />
    </form>
  )
}

function SheetSave({ own, failure }: { own: OwnRecord; failure: Failure | undefined }) {
  const t = useText()
  // The zone has no field here.
  return (
    <>
      <ChangeFailure error={own.changeError} said={failure?.fields.timezone} />
      <button type="submit" className="button button-primary w-full" aria-disabled={own.isBusy}>
        {own.isBusy ? t('record.saving') : t('record.save')}
      </button>
    </>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

/** A form whose first wrong field takes the focus when the service has refused it. */
function useFocusOnRefusal(refused: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused !== '') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])
  return form
}
