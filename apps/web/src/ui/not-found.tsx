import { Link } from 'wouter'
import { useTexts } from '../texts/use-texts.tsx'
import { NoClock } from './no-clock.tsx'
import '../texts/en-views.ts'

/** What is shown at an address without a view. */
export function NotFound() {
  const { failure } = useTexts()
  return (
    <NoClock text={failure.notFound}>
      <Link href="/" className="button button-sky-primary">
        {failure.home}
      </Link>
    </NoClock>
  )
}
