import { type ReactNode, Suspense, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { OwnRecordContext, useOwnRecord } from './own-record.tsx'

const RecordFeedback = lazyPart(async () => (await import('./record-feedback.tsx')).RecordFeedback)

/** The reader's own record, and what becomes of a change of it, in whichever view they are by then. */
export function OwnRecordProvider({ account, children }: { account: Account; children: ReactNode }) {
  const own = useOwnRecord(account)
  const isUsed = own.asked !== undefined || own.state.step !== 'idle'
  // From the first use on: an open question closes by itself, and gives the focus back.
  const [hasBeenUsed, setHasBeenUsed] = useState(isUsed)
  if (isUsed && !hasBeenUsed) setHasBeenUsed(true)
  return (
    <OwnRecordContext value={own}>
      {children}
      {/* Always rendered, so that the transition waits for the sheet: what replaces a fallback is shown 300 ms late. */}
      <Suspense>{hasBeenUsed && <RecordFeedback account={account} own={own} />}</Suspense>
    </OwnRecordContext>
  )
}
