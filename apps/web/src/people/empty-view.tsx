import type { ReactNode } from 'react'
import { SkyPicture } from './sky-picture.tsx'

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
