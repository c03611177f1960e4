import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import { api, client } from '../api.ts'
import { SavedRecord } from '../record/saved-record.tsx'
import { useAccountText } from '../texts/use-text.tsx'
import { type Failure, FailureNote, isAnswered, isStatus, retryUnlessAnswered } from '../ui/failure.tsx'
import { type Question, QuestionDialog } from '../ui/question-dialog.tsx'
import type { Account } from './use-account.ts'
import { forgetChoice } from './use-draft.ts'

/** The signed-in person's record, and how they get and erase what is stored about them. */
export function DataPane({ account, erasure }: { account: Account; erasure: ErasureState }) {
  return (
    <div className="space-y-6 *:not-first:border-t *:not-first:pt-5 *:not-first:border-line">
      <SavedRecord account={account} />
      <DownloadData />
      <EraseData state={erasure} />
    </div>
  )
}

type DataPartProps = {
  name: 'download' | 'erase'
  look: 'button-plain' | 'button-danger'
  isPending: boolean
  onPress: () => void
  /** What became of it. */
  children: ReactNode
}

function DataPart({ name, look, isPending, onPress, children }: DataPartProps) {
  const t = useAccountText()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="font-semibold">
        {t(`accountPage.${name}.heading`)}
      </h4>
      <p className="mt-1 mb-3 max-w-prose text-muted">{t(`accountPage.${name}.text`)}</p>
      <button
        type="button"
        className={`button ${look} me-3`}
        aria-disabled={isPending}
        onClick={() => !isPending && onPress()}
      >
        {t(`accountPage.${name}.${isPending ? 'pending' : 'action'}`)}
      </button>
      {children}
    </section>
  )
}

/** Saves everything that is stored about the signed-in person as a file. A plain link would save an error response. */
function DownloadData() {
  const t = useAccountText()
  const { isPending, isSuccess, error, mutate } = useMutation({
    mutationFn: async () => {
      const answer = await client.exportOwnData()
      if (answer.status !== 200) throw answer
      saveFile(JSON.stringify(answer.body, null, 2))
    },
    retry: retryUnlessAnswered,
  })
  return (
    <DataPart name="download" look="button-plain" isPending={isPending} onPress={mutate}>
      <span role="status" className="text-sm text-success">
        {isSuccess && t('accountPage.download.done')}
      </span>
      <FailureNote error={error} className="mt-3" />
    </DataPart>
  )
}

function saveFile(json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'timezone-registry.json'
  link.click()
  // Later, because the browser takes over the download during this task.
  setTimeout(() => URL.revokeObjectURL(url))
}

export type ErasureState = {
  /** True if an earlier request may have erased everything, but its answer was lost. */
  isUnsure: boolean
  onUnsure: () => void
  /** Runs once the service has confirmed it. */
  onErased: () => void
}

function EraseData({ state: { isUnsure, onUnsure, onErased } }: { state: ErasureState }) {
  const t = useAccountText()
  const queryClient = api.useQueryClient()
  const [question, ask] = useState<Question>()

  function finish() {
    onErased()
    forgetChoice()
    void queryClient.resetQueries()
  }

  const { isPending, error, mutate } = api.eraseOwnData.useMutation({
    onSuccess: finish,
    onError: (error) => {
      // The session is gone too, so the previous request erased everything and only its answer was lost.
      if (isUnsure && isStatus(error, 401)) return finish()
      if (!isAnswered(error) || isStatus(error, 503)) onUnsure()
    },
  })
  const askToErase = () =>
    ask({
      title: t('accountPage.erase.ask'),
      text: t('accountPage.erase.askText'),
      action: t('accountPage.erase.confirm'),
      isDangerous: true,
      run: () => mutate({ body: {} }),
    })
  const describe = ({ message }: Failure) => (isUnsure ? t('accountPage.erase.unsure') : message)
  return (
    <DataPart name="erase" look="button-danger" isPending={isPending} onPress={askToErase}>
      <span role="status" className="sr-only">
        {isPending && t('accountPage.erase.pending')}
      </span>
      <FailureNote className="mt-3" error={error} message={describe} />
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </DataPart>
  )
}

export const ERASED_HEADING = 'erased-heading'

/** What a person sees after they have erased everything. */
export function Erased() {
  const t = useAccountText()
  return (
    <div className="space-y-4">
      <h3 id={ERASED_HEADING} tabIndex={-1} className="font-semibold text-success text-xl outline-none">
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
