import type { ReactNode } from 'react'
import { describeOffset } from '../clock/amounts.ts'
import { useNextChange } from '../clock/use-next-change.ts'
import { useMinute } from '../clock/use-now.ts'
import { useOwnClock } from '../clock/use-own-clock.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

type SavedRecordProps = {
  record: { user: { username: string }; canonical: string; updated_at: string | null }
}

/** What the registry holds for a user id now, and what their clock does. */
export function SavedRecord({ record: { user, canonical: timezone, updated_at } }: SavedRecordProps) {
  const texts = useTexts()
  const writeSaved = useOwnClock(DATE_AND_TIME)
  const now = useMinute()
  const nextChange = useNextChange(timezone)
  const offset = offsetMinutes(timezone, now, useServiceClocks())
  return (
    <dl className="grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-4 gap-y-1">
      <Row term={texts.record.username}>{user.username}</Row>
      <Row term={texts.zone.label}>{timezone.replaceAll('_', ' ')}</Row>
      {offset !== undefined && (
        <>
          <Row term={texts.record.offset}>{describeOffset(offset, texts)}</Row>
          <Row term={texts.record.nextChange}>{nextChange}</Row>
        </>
      )}
      {updated_at !== null && <Row term={texts.record.savedAt}>{writeSaved(updated_at)}</Row>}
    </dl>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
