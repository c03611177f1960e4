import { describeFailure } from './failure.ts'
import { SavedRecord } from './saved-record.tsx'
import type { useRecord } from './use-record.ts'

/** What is saved for the user id in the form: the record, that there is none, or why that is not known. */
export function RecordStatus({ userId, record }: { userId: string; record: ReturnType<typeof useRecord> }) {
  return (
    <section aria-labelledby="saved-heading" className="card mt-5 min-h-44">
      <h2 id="saved-heading" className="mb-3 font-bold text-lg">
        Saved record
      </h2>
      <RecordContent userId={userId} record={record} />
    </section>
  )
}

function RecordContent({ userId, record }: { userId: string; record: ReturnType<typeof useRecord> }) {
  if (userId === '') return <Note>Type your user id above to see what is saved for it.</Note>
  if (record.isLoading) return <Note>Looking…</Note>
  if (record.saved !== undefined) {
    const { user, timezone, updated_at } = record.saved
    return <SavedRecord username={user.username} timezone={timezone} updatedAt={updated_at} />
  }
  if (record.hasNone) return <Note>Nothing is saved for this user id yet.</Note>
  return (
    <div role="alert">
      <p>{describeFailure(record.error)?.message}</p>
      <button type="button" className="button button-plain mt-3" onClick={() => record.reload()}>
        Try again
      </button>
    </div>
  )
}

function Note({ children }: { children: string }) {
  return <p className="text-slate-600 dark:text-slate-400">{children}</p>
}
