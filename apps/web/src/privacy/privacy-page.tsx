import { api } from '../api.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PrivacySections } from './privacy-sections.tsx'

/** What the service stores about people, who sees it and for how long, according to its configuration. */
export function PrivacyPage() {
  const { pages } = useTexts()
  const texts = useTexts().privacyPage
  return (
    <section className="section page-text" aria-labelledby="privacy-heading">
      <PageTitle title={pages.privacy} />
      <h2 id="privacy-heading" className="heading">
        {pages.privacy}
      </h2>
      <p className="mt-1 text-muted">{texts.intro}</p>
      <Content />
    </section>
  )
}

function Content() {
  const texts = useTexts()
  const privacyTexts = useTexts().privacyPage
  const privacy = api.getPrivacy.useQuery({
    queryKey: ['privacy'],
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failure = describeFailure(privacy.error, texts)
  if (privacy.data !== undefined) return <PrivacySections privacy={privacy.data.body} texts={privacyTexts} />
  if (failure === undefined) return <Skeleton />
  return (
    <div className="mt-5">
      <FailureNote failure={failure} onRetry={() => privacy.refetch()} />
    </div>
  )
}
