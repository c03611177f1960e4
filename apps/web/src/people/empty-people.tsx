import { useTexts } from '../texts/use-texts.tsx'
import { SkyPicture } from './sky-picture.tsx'

/** Says what the page is for while nobody is listed. */
export function EmptyPeople({ now }: { now: number }) {
  const texts = useTexts().people
  return (
    <div className="people-empty">
      <SkyPicture now={now} />
      <h3 className="heading">{texts.emptyTitle}</h3>
      <p className="mt-1 text-muted">
        {texts.empty} {texts.keptHere}
      </p>
    </div>
  )
}
