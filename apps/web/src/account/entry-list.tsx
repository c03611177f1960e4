import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'

/** What was just ended, in words. A new object each time. */
export type Ended = { note: string } | undefined

type EntryListProps = {
  id: string
  heading: string
  text?: string
  ended: Ended
  /** What is known of the entries while they load or fail to load: whether they are there, and why not. */
  query: { isLoaded: boolean; error: unknown; reload: () => void }
  children: ReactNode
}

/** A list of sessions or keys. Its heading takes the focus once one has been ended, because its button is gone. */
export function EntryList({ id, heading, text, ended, query, children }: EntryListProps) {
  const { record } = useTexts()
  const element = useRef<HTMLHeadingElement>(null)
  const failure = describeFailure(query.isLoaded ? null : query.error, useTexts())
  useEffect(() => {
    if (ended !== undefined) element.current?.focus()
  }, [ended])
  return (
    <section aria-labelledby={id}>
      <h3 ref={element} id={id} tabIndex={-1} className="font-semibold outline-none">
        {heading}
      </h3>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      <p role="status" className="text-sm text-success">
        {ended?.note}
      </p>
      <FailureNote failure={failure} className="mt-3" onRetry={query.reload} />
      {!query.isLoaded && failure === undefined && <p className="text-muted">{record.loading}</p>}
      {children}
    </section>
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
      <FailureNote failure={describeFailure(error, useTexts())} className="mt-2 text-sm" />
    </li>
  )
}
