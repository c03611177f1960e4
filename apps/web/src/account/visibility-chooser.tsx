import { useId } from 'react'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { useAccountText, useViewText } from '../texts/use-text.tsx'
import { type Failure, FailureNote, isStatus } from '../ui/failure.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'

const LEVELS = ['public', 'unlisted', 'private'] as const

/** Who sees the signed-in person's record. A choice is saved at once; a failed one returns to what is stored. */
export function VisibilityChooser({ account }: { account: Account }) {
  const t = useViewText()
  const visibility = useVisibility(account)
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('visibility.heading')}</legend>
      {LEVELS.map((level) => (
        <Choice
          key={level}
          name="visibility"
          label={t(`visibility.levels.${level}.name`)}
          sentence={t(`visibility.levels.${level}.sentence`)}
          isChosen={visibility.shown === level}
          onChoose={() => visibility.choose(level)}
        />
      ))}
      <Outcome
        {...visibility}
        account={account}
        done={visibility.saved && t(`visibility.saved.${visibility.saved}`)}
        message={({ message }) => `${t('visibility.notSaved')} ${message}`}
      />
    </fieldset>
  )
}

type ChoiceProps = {
  /** Of the group. */
  name: string
  label: string
  /** What it means. */
  sentence: string
  isChosen: boolean
  onChoose: () => void
}

/** One of a few choices, below each other. */
export function Choice({ name, label, sentence, isChosen, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <label className="-mx-2 flex min-h-12 cursor-pointer gap-3 rounded-lg px-2 py-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={name}
        className="mt-1 size-4 shrink-0 accent-accent outline-none"
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-sentence`}
      />
      <span className="min-w-0">
        <span id={`${id}-name`} className="block font-medium">
          {label}
        </span>
        <span id={`${id}-sentence`} className="block text-muted text-sm">
          {sentence}
        </span>
      </span>
    </label>
  )
}

export type Visibility = NonNullable<Account['visibility']>

function useVisibility(account: Account) {
  const queryClient = api.useQueryClient()
  const change = api.setVisibility.useMutation({
    // Arrow keys select every choice on the way. Requests are sent one at a time, so the last choice wins.
    scope: { id: 'visibility' },
    onSuccess: ({ body: { visibility } }) => {
      queryClient.getMe.setQueryData(queryKeys.me, (me) => me && { ...me, body: { ...me.body, visibility } })
    },
    onSettled: (_answer, error) => {
      // Reloading would show nobody signed in, without the message that says why.
      if (isStatus(error, 401)) return
      void queryClient.invalidateQueries({ queryKey: queryKeys.stats })
      void queryClient.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
  return {
    shown: change.isPending ? change.variables.body.visibility : account.visibility,
    isPending: change.isPending,
    saved: change.data?.body.visibility,
    error: change.error,
    choose: (visibility: Visibility) => change.mutate({ body: { visibility }, headers: { 'if-match': '*' } }),
  }
}

type OutcomeProps = {
  account: Account
  isPending: boolean
  /** What has been done, in words. */
  done: string | false | undefined
  error: unknown
  /** What did not work, before why. */
  message: (failure: Failure) => string
}

/** The outcome of the last write. Always in the page, because screen readers announce only changes to a live region. */
export function Outcome({ account, isPending, done, error, message }: OutcomeProps) {
  const t = useAccountText()
  return (
    <div className="text-sm">
      <p role="status">
        {isPending && <span className="mt-2 block text-muted">{t('record.saving')}</span>}
        {!isPending && done && <span className="mt-2 block text-success">{done}</span>}
      </p>
      {error !== null && !isPending && (
        <div className="mt-2 space-y-3">
          <FailureNote error={error} message={message} />
          {isStatus(error, 401) && <SignInButtons providers={account.providers} />}
        </div>
      )}
    </div>
  )
}
