import { useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import type { Question } from '../ui/confirm-dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { useAccountFailure } from './use-account-failure.ts'
import { type ErasureState, useErasure } from './use-erasure.ts'

/** Erases everything about the signed-in person, after a confirmation. */
export function EraseData({ state }: { state: ErasureState }) {
  const { erase } = useTexts().accountPage
  const [question, ask] = useState<Question>()
  const erasure = useErasure(state)

  function askToErase() {
    if (erasure.isPending) return
    ask({
      title: erase.ask,
      text: erase.askText,
      action: erase.confirm,
      isDangerous: true,
      run: erasure.erase,
    })
  }

  return (
    <section aria-labelledby="erase-heading">
      <h3 id="erase-heading" className="font-semibold">
        {erase.heading}
      </h3>
      <p className="mt-1 max-w-prose text-muted">{erase.text}</p>
      <button
        type="button"
        className="button button-danger mt-3"
        aria-disabled={erasure.isPending}
        onClick={askToErase}
      >
        {erasure.isPending ? erase.pending : erase.action}
      </button>
      <p role="status" className="sr-only">
        {erasure.isPending && erase.pending}
      </p>
      <EraseFailure error={erasure.error} isUnsure={state.isUnsure} />
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </section>
  )
}

function EraseFailure({ error, isUnsure }: { error: unknown; isUnsure: boolean }) {
  const { erase } = useTexts().accountPage
  const failure = useAccountFailure(error)
  if (failure === undefined) return null
  return (
    <div className="mt-3">
      <FailureNote failure={isUnsure ? { ...failure, message: erase.unsure } : failure} />
    </div>
  )
}
