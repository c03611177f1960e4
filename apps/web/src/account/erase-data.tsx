import { useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import type { Question } from '../ui/confirm-dialog.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { type ErasureState, useErasure } from './use-erasure.ts'

/** Erases everything about the signed-in person, after a confirmation. */
export function EraseData({ state }: { state: ErasureState }) {
  const { erase } = useTexts().accountPage
  const [question, ask] = useState<Question>()
  const erasure = useErasure(state)
  const failure = describeFailure(erasure.error, useTexts())

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
      <h4 id="erase-heading" className="font-semibold">
        {erase.heading}
      </h4>
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
      <FailureNote
        className="mt-3"
        failure={failure && (state.isUnsure ? { ...failure, message: erase.unsure } : failure)}
      />
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </section>
  )
}
