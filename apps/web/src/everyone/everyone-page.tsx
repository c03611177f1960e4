import { SignInToRead } from '../account/sign-in-to-read.tsx'
import type { Account } from '../account/use-account.ts'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Charts } from './charts.tsx'

/** How many people share a zone or a local time. */
export function EveryonePage({ account }: { account: Account }) {
  const texts = useTexts()
  return (
    <section className="section" aria-labelledby="everyone-heading">
      <PageTitle title={texts.pages.everyone} />
      <h2 id="everyone-heading" className="heading mb-6">
        {texts.everyone.heading}
      </h2>
      <Content account={account} />
    </section>
  )
}

function Content({ account }: { account: Account }) {
  const texts = useTexts()
  const stats = api.getStats.useQuery({ queryKey: queryKeys.stats, enabled: !account.needsLoginToRead })
  const failure = describeFailure(stats.error, texts)
  if (account.needsLoginToRead && !account.isLoading) return <SignInToRead account={account} />
  if (stats.data !== undefined) return <Charts stats={stats.data.body} />
  if (failure) return <FailureNote failure={failure} onRetry={() => stats.refetch()} />
  return <Skeleton />
}
