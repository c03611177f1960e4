import { useId } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'
import { useVisibility, type Visibility } from './use-visibility.ts'

const LEVELS = ['public', 'unlisted', 'private'] as const

/** Who sees the signed-in person's record. A choice is saved at once; a failed one returns to what is stored. */
export function VisibilityChooser({ account }: { account: Account }) {
  const texts = useTexts().visibility
  const visibility = useVisibility(account)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{texts.heading}</legend>
      <div className="space-y-1">
        {LEVELS.map((level) => (
          <Level
            key={level}
            level={level}
            isChosen={visibility.shown === level}
            onChoose={() => visibility.choose(level)}
          />
        ))}
      </div>
      <Outcome visibility={visibility} account={account} />
    </fieldset>
  )
}

type LevelProps = { level: Visibility; isChosen: boolean; onChoose: () => void }

function Level({ level, isChosen, onChoose }: LevelProps) {
  const id = useId()
  const { name, sentence } = useTexts().visibility.levels[level]
  return (
    <label className="choice">
      <input
        type="radio"
        name="visibility"
        className="mt-1 size-4 shrink-0"
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-sentence`}
      />
      <span className="min-w-0">
        <span id={`${id}-name`} className="block font-medium">
          {name}
        </span>
        <span id={`${id}-sentence`} className="block text-muted text-sm">
          {sentence}
        </span>
      </span>
    </label>
  )
}

type OutcomeProps = { visibility: ReturnType<typeof useVisibility>; account: Account }

/**
 * The outcome of the last choice. Always in the page, because screen readers announce only changes to a live region.
 */
function Outcome({ visibility: { isPending, saved, error }, account }: OutcomeProps) {
  const { visibility: texts, record } = useTexts()
  return (
    <div className="text-sm">
      <p role="status">
        {isPending && <span className="mt-2 block text-muted">{record.saving}</span>}
        {saved !== undefined && <span className="mt-2 block text-success">{texts.saved[saved]}</span>}
      </p>
      {error !== null && <NotSaved error={error} account={account} />}
    </div>
  )
}

function NotSaved({ error, account }: { error: unknown; account: Account }) {
  const texts = useTexts().visibility
  const failure = describeFailure(error, useTexts())
  if (failure === undefined) return null
  return (
    <div className="mt-2 space-y-3">
      <FailureNote failure={{ ...failure, message: `${texts.notSaved} ${failure.message}` }} />
      {failure.code === 'unauthenticated' && <SignInButtons providers={account.providers} />}
    </div>
  )
}
