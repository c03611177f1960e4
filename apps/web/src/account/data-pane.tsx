import { useMutation } from '@tanstack/react-query'
import { client } from '../api.ts'
import { SavedRecord } from '../record/saved-record.tsx'
import { useAccountText } from '../texts/use-text.tsx'
import { retryUnlessAnswered } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { EraseData, type ErasureState } from './erase-data.tsx'
import type { Account } from './use-account.ts'

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

const FILE_NAME = 'timezone-registry.json'

/** Saves everything that is stored about the signed-in person as a file. A plain link would save an error response. */
function DownloadData() {
  const t = useAccountText()
  const download = useMutation({
    mutationFn: async () => {
      const answer = await client.exportOwnData()
      if (answer.status !== 200) throw answer
      saveFile(JSON.stringify(answer.body, null, 2))
    },
    retry: retryUnlessAnswered,
  })
  return (
    <section aria-labelledby="download-heading">
      <h4 id="download-heading" className="font-semibold">
        {t('accountPage.download.heading')}
      </h4>
      <p className="mt-1 text-muted">{t('accountPage.download.text')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="button button-plain"
          aria-disabled={download.isPending}
          onClick={() => !download.isPending && download.mutate()}
        >
          {download.isPending ? t('accountPage.download.pending') : t('accountPage.download.action')}
        </button>
        <p role="status" className="text-sm text-success">
          {download.isSuccess && t('accountPage.download.done')}
        </p>
      </div>
      <FailureNote error={download.error} className="mt-3" />
    </section>
  )
}

function saveFile(json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  // Later, because the browser takes over the download during this task.
  setTimeout(() => URL.revokeObjectURL(url))
}
