import { SavedRecord } from '../record/saved-record.tsx'
import { DownloadData } from './download-data.tsx'
import { EraseData } from './erase-data.tsx'
import type { Account } from './use-account.ts'
import type { ErasureState } from './use-erasure.ts'

/** The signed-in person's record, and how they get and erase what is stored about them. */
export function DataPane({ account, erasure }: { account: Account; erasure: ErasureState }) {
  return (
    <div className="space-y-6 *:not-first:border-t *:not-first:pt-5 *:not-first:border-line">
      <SavedRecord account={account} />
      <DownloadData />
      <EraseData state={erasure} />
    </div>
  )
}
