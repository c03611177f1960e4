import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { api } from '../api.ts'
import { useAccountText } from '../texts/use-text.tsx'
import { isAnswered, isStatus } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { type Question, QuestionDialog } from '../ui/question-dialog.tsx'
import { forgetChoice } from './use-draft.ts'

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

export type ErasureState = {
  /** True if an earlier request may have erased everything, but its answer was lost. */
  isUnsure: boolean
  onUnsure: () => void
  /** Runs once the service has confirmed it. */
  onErased: () => void
}

/** Erases everything about the signed-in person. */
function useErasure({ isUnsure, onUnsure, onErased }: ErasureState) {
  const queryClient = api.useQueryClient()

  function finish() {
    onErased()
    forgetChoice()
    void queryClient.resetQueries()
  }

  const erasure = api.eraseOwnData.useMutation({
    onSuccess: finish,
    onError: (error) => {
      // The session is gone too, so the previous request erased everything and only its answer was lost.
      if (isUnsure && isStatus(error, 401)) return finish()
      if (!isAnswered(error) || isStatus(error, 503)) onUnsure()
    },
  })
  return {
    erase: () => erasure.mutate({ body: {} }),
    isPending: erasure.isPending,
    error: erasure.error,
  }
}

/** What a person sees after they have erased everything. Takes the focus, because the dialog that had it is gone. */
export function Erased() {
  const t = useAccountText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <div className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-success text-xl outline-none">
        {t('accountPage.erase.done')}
      </h3>
      <p className="max-w-prose">{t('accountPage.erase.doneText')}</p>
      <p>
        <Link href="/privacy" className="link">
          {t('accountPage.erase.remains')}
        </Link>
      </p>
      <Link href="/" className="button button-primary">
        {t('failure.home')}
      </Link>
    </div>
  )
}
