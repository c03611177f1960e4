import type { ReactNode } from 'react'
import type { Account } from '../account/use-account.ts'
import { OwnRecordContext, useOwnRecord } from './own-record.tsx'
import { RecordDialogs } from './record-dialogs.tsx'
import { RecordOutcome } from './record-outcome.tsx'

/** The reader's own record, and what becomes of a change of it, in whichever view they are by then. */
export function OwnRecordProvider({ account, children }: { account: Account; children: ReactNode }) {
  const own = useOwnRecord(account)
  return (
    <OwnRecordContext value={own}>
      {children}
      <RecordOutcome account={account} own={own} />
      <RecordDialogs own={own} />
    </OwnRecordContext>
  )
}
