import { SkyPicture } from './sky-picture.tsx'
import { usePeopleTexts } from './use-people-texts.ts'

/** Says what the page is for while nobody is listed. */
export function EmptyPeople({ now }: { now: number }) {
  const texts = usePeopleTexts()
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
