import { useTexts } from '../texts/use-texts.tsx'
import { DownloadData } from './download-data.tsx'
import { EraseData } from './erase-data.tsx'
import type { Account } from './use-account.ts'
import type { ErasureState } from './use-erasure.ts'

/** Who the signed-in person is here, and how they get and erase what is stored about them. */
export function DataPane({ account: { user }, erasure }: { account: Account; erasure: ErasureState }) {
  const { accountPage, record } = useTexts()
  return (
    <div className="space-y-6 *:not-first:border-t *:not-first:pt-5 *:not-first:border-line">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted">{accountPage.name}</dt>
        <dd className="wrap-anywhere">
          <bdi>{user?.username}</bdi>
        </dd>
        <dt className="text-muted">{record.userId}</dt>
        <dd className="wrap-anywhere">
          <bdi>{user?.id}</bdi>
        </dd>
      </dl>
      <DownloadData />
      <EraseData state={erasure} />
    </div>
  )
}
