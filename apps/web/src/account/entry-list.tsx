import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../texts/use-text.tsx'
import { FailureNote, isStatus } from '../ui/failure.tsx'

/** The id of the heading of what the account shows. It has the focus where the element that had it is gone. */
export const PANE_HEADING = 'pane-heading'

/** Gives the focus to an element whenever `moment` becomes another one, and true: what had the focus may be gone. */
export function useFocusWhen(id: string, moment: unknown): void {
  const before = useRef(moment)
  useEffect(() => {
    if (moment && moment !== before.current) document.getElementById(id)?.focus()
    before.current = moment
  }, [id, moment])
}

/** What was just ended, in words. A new object each time. */
export type Ended = { note: string } | undefined

/** Says what was ended. The pane's heading takes the focus, because the button that had it is gone. */
export function EndedNote({ ended }: { ended: Ended }) {
  useFocusWhen(PANE_HEADING, ended)
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

type EntryProps = { end?: EndButtonProps; error: unknown; children: ReactNode }

/** A session, key or record, and the button that ends it. */
export function Entry({ end, error, children }: EntryProps) {
  return (
    <li className="py-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 grow">{children}</div>
        {end && <EndButton {...end} />}
      </div>
      <FailureNote error={isGone(error) ? null : error} className="mt-2 text-sm" />
    </li>
  )
}

type EndButtonProps = { label: string; text: string; isPending: boolean; run: () => void }

function EndButton({ label, text, isPending, run }: EndButtonProps) {
  return (
    <button
      type="button"
      className="button button-plain button-small shrink-0"
      aria-label={label}
      aria-disabled={isPending}
      onClick={() => !isPending && run()}
    >
      {text}
    </button>
  )
}

/** What a mutation that ends an entry does then, also if somebody else has ended it before. */
export function useEnding(queryKey: readonly string[], onEnded: () => void) {
  const queryClient = useQueryClient()
  const onSuccess = () => {
    onEnded()
    return queryClient.invalidateQueries({ queryKey })
  }
  return { onSuccess, onError: (error: unknown) => isGone(error) && onSuccess() }
}

function isGone(error: unknown): boolean {
  return isStatus(error, 404)
}
