import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { api } from '../api.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Charts } from './charts.tsx'
import type { Stats } from './stats.ts'

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
  const stats = api.getStats.useQuery({ queryKey: ['stats'], enabled: !account.needsLoginToRead })
  const failure = describeFailure(stats.error, texts)
  if (account.needsLoginToRead && !account.isLoading)
    return (
      <div className="space-y-3">
        <p>{texts.account.signInToRead}</p>
        <SignInButtons providers={account.providers} />
      </div>
    )
  if (stats.data !== undefined) return <Counts stats={stats.data.body} />
  if (failure) return <FailureNote failure={failure} onRetry={() => stats.refetch()} />
  return <Skeleton />
}

function Counts({ stats }: { stats: Stats }) {
  const { everyone } = useTexts()
  if (stats.total_users === 0) return <p className="text-muted">{everyone.empty}</p>
  return <Charts stats={stats} />
}
