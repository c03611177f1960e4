import { type ReactNode, useEffect } from 'react'
import { useText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'

/** The id of the heading of what the account shows. It has the focus where the element that had it is gone. */
export const PANE_HEADING = 'pane-heading'

/** What was just ended, in words. A new object each time. */
export type Ended = { note: string } | undefined

/** Says what was ended. The pane's heading takes the focus, because the button that had it is gone. */
export function EndedNote({ ended }: { ended: Ended }) {
  useEffect(() => {
    if (ended !== undefined) document.getElementById(PANE_HEADING)?.focus()
  }, [ended])
  return (
    <p role="status" className="text-sm text-success">
      {ended?.note}
    </p>
  )
}

type EntryListProps = {
  /** Undefined until they have loaded. */
  entries: readonly ReactNode[] | undefined
  query: { error: unknown; refetch: () => unknown }
  ended: Ended
}

/** A list of sessions or keys. */
export function EntryList({ entries, query: { error, refetch }, ended }: EntryListProps) {
  const t = useText()
  return (
    <>
      <EndedNote ended={ended} />
      {entries === undefined && <FailureNote error={error} className="mt-3" onRetry={() => refetch()} />}
      {entries === undefined && error === null && <p className="text-muted">{t('record.loading')}</p>}
      <ul className="divide-y divide-line">{entries}</ul>
    </>
  )
}

type EntryProps = { button?: ReactNode; error: unknown; children: ReactNode }

/** A session, key or record, and the button that ends it. */
export function Entry({ button, error, children }: EntryProps) {
  return (
    <li className="py-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 grow">{children}</div>
        {button}
      </div>
      <FailureNote error={error} className="mt-2 text-sm" />
    </li>
  )
}
