import { type ReactNode, useEffect } from 'react'
import { useText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure-note.tsx'

/** What was just ended, in words. A new object each time. */
export type Ended = { note: string } | undefined

type EntryListProps = {
  text?: string
  ended: Ended
  /** What is known of the entries while they load or fail to load: whether they are there, and why not. */
  query: { isLoaded: boolean; error: unknown; reload: () => void }
  children: ReactNode
}

/** A list of sessions, keys or records. The pane's heading takes the focus once one has been ended, because its button is gone. */
export function EntryList({ text, ended, query, children }: EntryListProps) {
  const t = useText()
  useEffect(() => {
    if (ended !== undefined) document.getElementById(PANE_HEADING)?.focus()
  }, [ended])
  return (
    <>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      <p role="status" className="text-sm text-success">
        {ended?.note}
      </p>
      {!query.isLoaded && <FailureNote error={query.error} className="mt-3" onRetry={query.reload} />}
      {!query.isLoaded && query.error === null && <p className="text-muted">{t('record.loading')}</p>}
      {children}
    </>
  )
}

/** A session or key, and the button that ends it. */
export function Entry({
  button,
  error,
  children,
}: {
  button: ReactNode
  error: unknown
  children: ReactNode
}) {
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

/** The id of the heading of what the account shows. It has the focus where the element that had it is gone. */
export const PANE_HEADING = 'pane-heading'
