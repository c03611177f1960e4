import type { ReactNode } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { SkyPicture } from './sky-picture.tsx'

/** Says what the page is for while nobody is listed. `now` is in milliseconds since 1970. */
export function EmptyPeople({ now }: { now: number }) {
  const texts = useTexts().people
  return (
    <EmptyView now={now} title={texts.emptyTitle}>
      {texts.empty} {texts.keptHere}
    </EmptyView>
  )
}

type EmptyViewProps = { now: number; title: string; children: ReactNode; action?: ReactNode }

/** A picture, what is missing, and what to do about it. */
export function EmptyView({ now, title, children, action }: EmptyViewProps) {
  return (
    <section className="people-empty">
      <SkyPicture now={now} />
      <h2 className="heading">{title}</h2>
      <p className="mt-1 mb-4 text-muted">{children}</p>
      {action}
    </section>
  )
}
