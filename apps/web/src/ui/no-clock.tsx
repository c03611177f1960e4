import { Link } from 'wouter'
import { usePageSky } from '../clock/sky.ts'
import { deviceZone } from '../clock/zone-time.ts'
import { useText } from '../texts/use-text.tsx'
import { PageTitle } from './page-title.tsx'

/** What is shown at an address without a clock: the reader's own sky, a reason, and what the way home is called. */
export function NoClock({ text, home }: { text: string; home: string }) {
  const t = useText()
  usePageSky(deviceZone())
  return (
    <section className="hero flex grow flex-col">
      <div className="page flex grow flex-col items-start justify-center gap-4 py-12">
        <PageTitle title={t('noClock.title')} />
        <h2 className="font-semibold text-2xl tracking-tight">{t('noClock.title')}</h2>
        <p className="max-w-prose text-muted">{text}</p>
        <Link href="/" className="button button-sky-primary">
          {home}
        </Link>
      </div>
    </section>
  )
}

/** What is shown at an address without a view. */
export function NotFound() {
  const t = useText()
  return <NoClock text={t('failure.notFound')} home={t('failure.home')} />
}
