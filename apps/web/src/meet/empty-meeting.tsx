import { Link } from 'wouter'
import { SkyPicture } from '../people/sky-picture.tsx'
import { useTexts } from '../texts/use-texts.tsx'

/** Sends the reader to the people first. */
export function EmptyMeeting({ now }: { now: number }) {
  const texts = useTexts().meet
  return (
    <section className="people-empty">
      <SkyPicture now={now} />
      <h2 className="heading">{texts.emptyTitle}</h2>
      <p className="mt-1 mb-4 text-muted">{texts.empty}</p>
      <Link href="/people" className="button button-primary">
        {texts.addPeople}
      </Link>
    </section>
  )
}
