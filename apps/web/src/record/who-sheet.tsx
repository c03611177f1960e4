import { withoutForbidden } from '@timezone-registry/contract'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useDraft } from '../account/use-draft.ts'
import { readId } from '../selection/selection.ts'
import { useCityOf, useText, useViewText } from '../texts/use-text.tsx'
import { describeFailure, FailureNote } from '../ui/failure.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConflictQuestion } from './conflict-question.tsx'
import type { OwnRecord } from './own-record.tsx'

type WhoSheetProps = { own: OwnRecord; returnTo: string }

/** Where there is no login: asks whose zone it is, and saves it, or asks for another name. */
export function WhoSheet({ own, returnTo }: WhoSheetProps) {
  const t = useViewText()
  const cityOf = useCityOf()

  function close() {
    if (own.isBusy) return
    if (own.changeError !== null) own.leave()
    own.setAsked(undefined)
  }

  return (
    <Sheet
      title={own.asked === 'name' ? t('who.change') : t('record.saveZone', { zone: cityOf(own.timezone) })}
      onClose={close}
      returnTo={returnTo}
    >
      <WhoForm own={own} />
      <ConflictQuestion own={own} />
    </Sheet>
  )
}

/** One question, the id or name. The name that others see is the same unless another is given, or asked for. */
function WhoForm({ own }: { own: OwnRecord }) {
  const t = useViewText()
  const form = useRef<HTMLFormElement>(null)
  const { isRenaming, id, name, isRefused, typeId, typeName, save } = useTyped(own)
  const [isNamed] = useState(name !== '')
  const { fields = {} } = describeFailure(own.changeError, t) ?? {}
  const refused = isRefused || Object.keys(fields).join()
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])
  const nameField = (
    <TextField
      label={t('who.username')}
      hint={t('who.usernameHint')}
      value={name}
      onChange={typeName}
      error={fields.username}
      isOptional={!isRenaming}
    />
  )
  const idField = (
    <TextField
      label={t('who.question')}
      hint={t('who.where')}
      value={id}
      onChange={typeId}
      error={isRefused ? t('who.refused') : fields.user_id}
    />
  )
  return (
    <form ref={form} onSubmit={save} className="space-y-4">
      {!isRenaming && idField}
      {isRenaming ? (
        nameField
      ) : (
        <details open={isNamed} className="space-y-4">
          <summary className="link w-fit content-center min-h-11">{t('who.otherName')}</summary>
          {nameField}
        </details>
      )}
      {/* The zone has no field here. */}
      <ChangeFailure error={own.changeError} said={fields.timezone} />
      <button type="submit" className="button button-primary w-full" aria-disabled={own.isBusy}>
        {own.isBusy ? t('record.saving') : t('record.save')}
      </button>
    </form>
  )
}

/** What is typed, which this browser keeps until it is saved, but for a name alone. */
function useTyped({ asked, saved, userId, changeError, isBusy, leave, saveAs, setAsked }: OwnRecord) {
  const { draft, change } = useDraft()
  const { typedId = '', typedName = '' } = draft
  const isRenaming = asked === 'name'
  const [newName, setNewName] = useState(saved?.user.username ?? '')
  const [isRefused, setIsRefused] = useState(false)
  const name = isRenaming ? newName : typedName

  function type(part: Parameters<typeof change>[0]) {
    setIsRefused(false)
    if (changeError !== null) leave()
    change(part)
  }

  function save(event: SubmitEvent) {
    event.preventDefault()
    const id = isRenaming ? userId : readId(typedId)
    setIsRefused(!id)
    if (!id || isBusy) return
    // Pasted text often brings surrounding spaces and direction marks, which the service refuses.
    saveAs({ user_id: id, username: withoutForbidden(name) || id }, () => setAsked(undefined))
  }

  return {
    isRenaming,
    id: typedId,
    name,
    isRefused,
    typeId: (text: string) => type({ typedId: text }),
    typeName: isRenaming ? setNewName : (text: string) => type({ typedName: text }),
    save,
  }
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
