import { Suspense } from 'react'
import type { Account } from '../account/use-account.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ConflictQuestion } from './conflict-question.tsx'
import { type OwnRecord, returnTo } from './own-record.tsx'
import { RecordOutcome } from './record-outcome.tsx'

const WhoSheet = lazyPart(async () => (await import('./who-sheet.tsx')).WhoSheet)

/** What a save asks, in a sheet or as a question, and its outcome. */
export function RecordFeedback({ account, own }: { account: Account; own: OwnRecord }) {
  return (
    <>
      <RecordOutcome account={account} own={own} />
      {/* Always rendered, so that the transition waits for the sheet: what replaces a fallback is shown 300 ms late. */}
      <Suspense>{own.asked !== undefined && <WhoSheet own={own} />}</Suspense>
      <Suspense>{own.asked === undefined && <ConflictQuestion own={own} returnTo={returnTo()} />}</Suspense>
    </>
  )
}
