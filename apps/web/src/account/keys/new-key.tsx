import type { contract } from '@timezone-registry/contract'
import type { ClientInferResponseBody } from '@ts-rest/core'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { queryKeys } from '../../query-keys.ts'
import { useText, useViewText } from '../../texts/use-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { describeFailure, FailureNote } from '../../ui/failure.tsx'
import { type Question, QuestionDialog } from '../../ui/question-dialog.tsx'
import { SegmentChoice } from '../../ui/segment-choice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Scope = ClientInferResponseBody<typeof contract.listKeys, 200>['keys'][number]['scopes'][number]

/** What a key may do. Only admins read it, in English. */
export const SCOPE_NAMES: Record<Scope, string> = {
  'records:read:public': 'Read public records',
  'records:read': 'Read public and unlisted records',
  'records:write': 'Save and delete any record',
  admin: 'Everything, including private records',
}

const SCOPES: readonly Scope[] = ['records:read:public', 'records:read', 'records:write', 'admin']
const LIFETIMES_DAYS = [30, 90, 365]
const USUAL_DAYS = 90
const NEVER = 'never'
const DAY_SECONDS = 24 * 3600

/** A button that opens a dialog, in which a key is created and then shown once. */
export function NewKey() {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button id={id} type="button" className="button button-primary mt-4" onClick={() => setIsOpen(true)}>
        New key
      </button>
      {isOpen && <NewKeyDialog openerId={id} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function NewKeyDialog({ openerId, onClose }: { openerId: string; onClose: () => void }) {
  const t = useText()
  const creation = useNewKey()
  const { created, isPending } = creation
  const [isCopied, setIsCopied] = useState(false)
  const [question, ask] = useState<Question>()

  function close() {
    // The key would be created all the same, and never shown.
    if (isPending) return
    if (created === undefined || isCopied) return onClose()
    ask({
      title: 'Close without copying the key?',
      text: 'Copy it now. It won’t be shown again.',
      action: t('zone.close'),
      isDangerous: true,
      run: onClose,
    })
  }

  return (
    <Sheet
      title={created === undefined ? 'New key' : `Your key for ${created.name}`}
      onClose={close}
      returnTo={openerId}
      // However it is copied.
      onCopy={() => setIsCopied(true)}
    >
      {created === undefined ? (
        <NewKeyForm creation={creation} />
      ) : (
        <CreatedKey secret={created.key} onCopied={() => setIsCopied(true)} onDone={close} />
      )}
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </Sheet>
  )
}

type NewKeyFormProps = { creation: ReturnType<typeof useNewKey> }

function NewKeyForm({ creation: { create, isPending, error } }: NewKeyFormProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>([])
  const [lifetime, setLifetime] = useState(String(USUAL_DAYS))
  const failure = describeFailure(error, t)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const days = lifetime === NEVER ? undefined : Number(lifetime)
    if (!isPending && scopes.length > 0) create({ name: name.trim(), scopes, days })
  }

  return (
    <form className="space-y-4" onSubmit={submit}>
      <TextField
        label="Name"
        hint="What the key is for, such as “Discord bot”."
        value={name}
        onChange={setName}
        error={failure?.fields.name}
      />
      <ScopeChoice chosen={scopes} onChoose={setScopes} />
      <SegmentChoice
        label="Expires"
        value={lifetime}
        onChoose={setLifetime}
        options={[
          ...LIFETIMES_DAYS.map(
            (days) => [String(days), days === 365 ? 'In 1 year' : `In ${days} days`] as const,
          ),
          [NEVER, 'Never'],
        ]}
      />
      <button type="submit" className="button button-primary" aria-disabled={isPending}>
        {isPending ? 'Creating…' : 'Create key'}
      </button>
      <FailureNote error={error} />
    </form>
  )
}

type ScopeChoiceProps = { chosen: Scope[]; onChoose: (scopes: Scope[]) => void }

function ScopeChoice({ chosen, onChoose }: ScopeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">What it may do</legend>
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
          <span>{SCOPE_NAMES[scope]}</span>
        </label>
      ))}
    </fieldset>
  )
}

type CreatedKeyProps = { secret: string; onCopied: () => void; onDone: () => void }

/** A new key's secret, selected for copying. It is shown only this once. */
function CreatedKey({ secret, onCopied, onDone }: CreatedKeyProps) {
  const t = useViewText()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <div className="space-y-3">
      <p role="status">Copy it now. It won’t be shown again.</p>
      <label className="block">
        <span className="mb-1 block text-sm">Key</span>
        <input ref={field} className="field font-mono" readOnly value={secret} dir="ltr" />
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={() => secret} look="button-primary" onCopied={onCopied}>
          {t('meet.copy')}
        </CopyButton>
        <button type="button" className="button button-plain" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  )
}

function useNewKey() {
  const queryClient = api.useQueryClient()
  const creation = api.createKey.useMutation({
    // Also where the answer was lost: the key may have been created, and nobody has its secret.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  })
  return {
    /** Without `days`, the key does not expire. */
    create: ({ name, scopes, days }: { name: string; scopes: Scope[]; days: number | undefined }) =>
      creation.mutate({
        body: { name, scopes, ...(days !== undefined && { expires_in_seconds: days * DAY_SECONDS }) },
      }),
    created: creation.data?.body,
    isPending: creation.isPending,
    error: creation.error,
  }
}
