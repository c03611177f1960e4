import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SavedRecord } from './saved-record.tsx'
import type { useRecord } from './use-record.ts'

type RecordStatusProps = {
  record: ReturnType<typeof useRecord>
  isBusy: boolean
  onDelete: () => void
}

/** What is saved for a user id: the record, a note that there is none, or why it could not be loaded. */
export function RecordStatus(props: RecordStatusProps) {
  const texts = useTexts()
  return (
    <section aria-labelledby="saved-heading" className="section">
      <h2 id="saved-heading" tabIndex={-1} className="mb-3 heading">
        {texts.record.savedHeading}
      </h2>
      <RecordContent {...props} />
    </section>
  )
}

function RecordContent({ record, isBusy, onDelete }: RecordStatusProps) {
  const texts = useTexts()
  if (record.isLoading) return <Skeleton />
  if (record.saved !== undefined)
    return (
      <>
        <SavedRecord record={record.saved} />
        <div className="mt-5 flex flex-wrap gap-2">
          <button
            type="button"
            className="button button-plain"
            aria-disabled={isBusy}
            onClick={() => !isBusy && onDelete()}
          >
            {record.remove.isPending ? texts.record.deleting : texts.record.delete}
          </button>
        </div>
      </>
    )
  if (record.hasNone) return <p className="text-muted">{texts.record.none}</p>
  const failure = describeFailure(record.error, texts)
  // A change that has failed says the same already.
  return (
    failure &&
    record.changeError === null && <FailureNote failure={failure} onRetry={() => record.reload()} />
  )
}
