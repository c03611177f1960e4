import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PrivacySections } from './privacy-sections.tsx'

/** What the service stores about people, who sees it and for how long, according to its configuration. */
export function PrivacyPage() {
  const t = useViewText()
  return (
    <section className="section max-w-[42rem]" aria-labelledby="privacy-heading">
      <PageTitle title={t('pages.privacy')} />
      <h2 id="privacy-heading" className="heading">
        {t('pages.privacy')}
      </h2>
      <p className="mt-1 text-muted">{t('privacyPage.intro')}</p>
      <Content />
    </section>
  )
}

function Content() {
  const t = useViewText()
  const privacy = api.getPrivacy.useQuery({
    queryKey: queryKeys.privacy,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (privacy.data !== undefined) return <PrivacySections privacy={privacy.data.body} t={t} />
  if (privacy.error === null) return <Skeleton />
  return <FailureNote error={privacy.error} className="mt-5" onRetry={() => privacy.refetch()} />
}
