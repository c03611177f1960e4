import { Link } from 'wouter'
import { useText } from '../texts/use-text.tsx'
import { NoClock } from './no-clock.tsx'

/** What is shown at an address without a view. */
export function NotFound() {
  const t = useText()
  return (
    <NoClock text={t('failure.notFound')}>
      <Link href="/" className="button button-sky-primary">
        {t('failure.home')}
      </Link>
    </NoClock>
  )
}
