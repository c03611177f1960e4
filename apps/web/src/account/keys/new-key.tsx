import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { describeFailure } from '../../ui/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CreatedKey } from './created-key.tsx'
import { type Scope, useNewKey } from './use-keys.ts'

const SCOPES: readonly Scope[] = ['records:read:public', 'records:read', 'records:write', 'admin']
const LIFETIMES_DAYS = [30, 90, 365]
const USUAL_DAYS = 90

/** A form that creates a key, then shows the key once. */
export function NewKey() {
  const creation = useNewKey()
  const [isAnother, setIsAnother] = useState(false)
  const { created, forget } = creation

  function finish() {
    forget()
    setIsAnother(true)
  }

  if (created !== undefined) return <CreatedKey name={created.name} secret={created.key} onDone={finish} />
  return <NewKeyForm creation={creation} takesFocus={isAnother} />
}

type NewKeyFormProps = {
  creation: ReturnType<typeof useNewKey>
  /** True if the button that had the focus disappeared with the last key. */
  takesFocus: boolean
}

function NewKeyForm({ creation: { create, isPending, error }, takesFocus }: NewKeyFormProps) {
  const texts = useTexts().keys
  const headingId = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>([])
  const [days, setDays] = useState<number | undefined>(USUAL_DAYS)
  const failure = describeFailure(error, useTexts())
  useEffect(() => {
    if (takesFocus) nameField.current?.focus()
  }, [takesFocus])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPending && scopes.length > 0) create({ name: name.trim(), scopes, days })
  }

  return (
    <form className="mt-4 print:hidden max-w-prose space-y-4" aria-labelledby={headingId} onSubmit={submit}>
      <h4 id={headingId} className="font-medium">
        {texts.newHeading}
      </h4>
      <TextField
        inputRef={nameField}
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onChange={setName}
        error={failure?.fields.name}
      />
      <ScopeChoice chosen={scopes} onChoose={setScopes} />
      <LifetimeChoice days={days} onChoose={setDays} />
      <button type="submit" className="button button-plain" aria-disabled={isPending}>
        {isPending ? texts.creating : texts.create}
      </button>
      <FailureNote failure={failure} />
    </form>
  )
}

type ScopeChoiceProps = { chosen: Scope[]; onChoose: (scopes: Scope[]) => void }

function ScopeChoice({ chosen, onChoose }: ScopeChoiceProps) {
  const texts = useTexts().keys
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{texts.scopes}</legend>
      {SCOPES.map((scope) => (
        <label key={scope} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            // Until one is checked, the browser asks for it at the first checkbox.
            required={chosen.length === 0}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
          <span>{texts.scopeNames[scope]}</span>
        </label>
      ))}
    </fieldset>
  )
}

type LifetimeChoiceProps = { days: number | undefined; onChoose: (days: number | undefined) => void }

function LifetimeChoice({ days, onChoose }: LifetimeChoiceProps) {
  const texts = useTexts().keys
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {texts.lifetime}
      </label>
      <select
        id={id}
        className="select"
        value={days ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
      >
        {LIFETIMES_DAYS.map((choice) => (
          <option key={choice} value={choice}>
            {choice === 365 ? texts.year : texts.days(choice)}
          </option>
        ))}
        <option value="">{texts.never}</option>
      </select>
    </div>
  )
}
