import type { Account } from '../account/use-account.ts'
import type { OwnRecord } from './own-record.tsx'
import { RecordDialogs } from './record-dialogs.tsx'
import { RecordOutcome } from './record-outcome.tsx'

/** What a save asks, and its outcome. */
export function RecordFeedback({ account, own }: { account: Account; own: OwnRecord }) {
  return (
    <>
      <RecordOutcome account={account} own={own} />
      <RecordDialogs own={own} />
    </>
  )
}
