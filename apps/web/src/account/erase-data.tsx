import { useState } from 'react'
import { useAccountText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { type Question, QuestionDialog } from '../ui/question-dialog.tsx'
import { type ErasureState, useErasure } from './use-erasure.ts'

/** Erases everything about the signed-in person, after a confirmation. */
export function EraseData({ state }: { state: ErasureState }) {
  const t = useAccountText()
  const [question, ask] = useState<Question>()
  const erasure = useErasure(state)

  function askToErase() {
    if (erasure.isPending) return
    ask({
      title: t('accountPage.erase.ask'),
      text: t('accountPage.erase.askText'),
      action: t('accountPage.erase.confirm'),
      isDangerous: true,
      run: erasure.erase,
    })
  }

  return (
    <section aria-labelledby="erase-heading">
      <h4 id="erase-heading" className="font-semibold">
        {t('accountPage.erase.heading')}
      </h4>
      <p className="mt-1 max-w-prose text-muted">{t('accountPage.erase.text')}</p>
      <button
        type="button"
        className="button button-danger mt-3"
        aria-disabled={erasure.isPending}
        onClick={askToErase}
      >
        {erasure.isPending ? t('accountPage.erase.pending') : t('accountPage.erase.action')}
      </button>
      <p role="status" className="sr-only">
        {erasure.isPending && t('accountPage.erase.pending')}
      </p>
      <FailureNote
        className="mt-3"
        error={erasure.error}
        message={({ message }) => (state.isUnsure ? t('accountPage.erase.unsure') : message)}
      />
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </section>
  )
}
