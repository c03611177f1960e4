import { withoutForbidden } from '@timezone-registry/contract'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useDraft } from '../account/use-draft.ts'
import { readId } from '../selection/selection.ts'
import { useCityOf, useText, useViewText } from '../texts/use-text.tsx'
import { describeFailure, FailureNote } from '../ui/failure.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConflictQuestion } from './conflict-question.tsx'
import type { Owner, OwnRecord } from './own-record.tsx'

/** Where there is no login: asks whose zone it is, and saves it, or asks for another name. */
export function WhoSheet({ own, returnTo }: { own: OwnRecord; returnTo: string }) {
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
      returnTo={returnTo}
    >
      <Form own={own} />
      <ConflictQuestion own={own} />
    </Sheet>
  )
}

/** One question, the id or name. The name that others see is the same unless another is given. */
function WhoForm({ own }: { own: OwnRecord }) {
  const t = useViewText()
  const field = useRef<HTMLInputElement>(null)
  const { draft, change } = useDraft()
  const { typedId = '', typedName = '' } = draft
  const [isNamed] = useState(typedName !== '')
  const [isRefused, setIsRefused] = useState(false)

  function type(part: Parameters<typeof change>[0]) {
    setIsRefused(false)
    if (own.changeError !== null) own.leave()
    change(part)
  }

  function readOwner(): Owner | undefined {
    const id = readId(typedId)
    setIsRefused(!id)
    // Pasted text often brings surrounding spaces and direction marks, which the service refuses.
    if (id) return { user_id: id, username: withoutForbidden(typedName) || id }
    field.current?.focus()
    return undefined
  }

  return (
    <SaveForm own={own} readOwner={readOwner}>
      {(refused) => (
        <>
          <TextField
            inputRef={field}
            label={t('who.question')}
            hint={t('who.where')}
            value={typedId}
            onChange={(text) => type({ typedId: text })}
            error={isRefused ? t('who.refused') : refused.user_id}
          />
          <details open={isNamed} className="space-y-4">
            <summary className="link w-fit content-center min-h-11">{t('who.otherName')}</summary>
            <NameField
              value={typedName}
              onChange={(text) => type({ typedName: text })}
              error={refused.username}
              isOptional
            />
          </details>
        </>
      )}
    </SaveForm>
  )
}

/** Another name for the same record. */
function NameForm({ own }: { own: OwnRecord }) {
  const [name, setName] = useState(own.saved?.user.username ?? '')
  const readOwner = () => ({ user_id: own.userId, username: withoutForbidden(name) || own.userId })
  return (
    <SaveForm own={own} readOwner={readOwner}>
      {(refused) => <NameField value={name} onChange={setName} error={refused.username} />}
    </SaveForm>
  )
}

type NameFieldProps = {
  value: string
  onChange: (text: string) => void
  error: string | undefined
  isOptional?: boolean
}

function NameField(props: NameFieldProps) {
  const t = useViewText()
  return <TextField {...props} label={t('who.username')} hint={t('who.usernameHint')} />
}

type SaveFormProps = {
  own: OwnRecord
  /** Whose record it is; undefined where the fields do not say it. */
  readOwner: () => Owner | undefined
  /** The fields, given what the service has refused. The first of these takes the focus. */
  children: (refused: Record<string, string>) => ReactNode
}

function SaveForm({ own, readOwner, children }: SaveFormProps) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { fields = {} } = describeFailure(own.changeError, t) ?? {}
  const refused = Object.keys(fields).join()
  useEffect(() => {
    if (refused !== '') form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const owner = readOwner()
    if (owner !== undefined && !own.isBusy) own.saveAs(owner, () => own.setAsked(undefined))
  }

  return (
    <form ref={form} onSubmit={submit} className="space-y-4">
      {children(fields)}
      {/* The zone has no field here. */}
      <ChangeFailure error={own.changeError} said={fields.timezone} />
      <button type="submit" className="button button-primary w-full" aria-disabled={own.isBusy}>
        {own.isBusy ? t('record.saving') : t('record.save')}
      </button>
    </form>
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
