import { LocalTime } from './local-time.tsx'

type SavedRecordProps = { username: string; timezone: string; updatedAt: string | null }

/** What the registry holds for a user id now. */
export function SavedRecord({ username, timezone, updatedAt }: SavedRecordProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <dt className="text-slate-600 dark:text-slate-400">Name</dt>
      <dd className="wrap-anywhere">{username}</dd>
      <dt className="text-slate-600 dark:text-slate-400">Time zone</dt>
      <dd>{timezone.replaceAll('_', ' ')}</dd>
      <dt className="text-slate-600 dark:text-slate-400">Time there</dt>
      <dd>
        <LocalTime timezone={timezone} />
      </dd>
      {updatedAt !== null && (
        <>
          <dt className="text-slate-600 dark:text-slate-400">Saved</dt>
          <dd>
            {new Date(updatedAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
          </dd>
        </>
      )}
    </dl>
  )
}
