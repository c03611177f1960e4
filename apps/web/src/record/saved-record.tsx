import type { ReactNode } from 'react'
import { describeMinutes, describeOffset } from '../clock/amounts.ts'
import { useMinute } from '../clock/use-now.ts'
import { useOwnClock } from '../clock/use-own-clock.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { nextClockChange, offsetMinutes, readable } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'

const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const

type SavedRecordProps = {
  record: { user: { username: string }; canonical: string; updated_at: string | null }
}

/** What the registry holds for a user id now, and what their clock does. */
export function SavedRecord({ record: { user, canonical: timezone, updated_at } }: SavedRecordProps) {
  const texts = useTexts()
  const writeSaved = useOwnClock(DATE_AND_TIME)
  const now = useMinute()
  const offset = offsetMinutes(timezone, now, useServiceClocks())
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <Row term={texts.record.username}>{user.username}</Row>
      <Row term={texts.zone.label}>{readable(timezone)}</Row>
      {offset !== undefined && (
        <>
          <Row term={texts.record.offset}>{describeOffset(offset, texts)}</Row>
          <Row term={texts.record.nextChange}>
            <NextChange timezone={timezone} />
          </Row>
        </>
      )}
      {updated_at !== null && <Row term={texts.record.savedAt}>{writeSaved(updated_at)}</Row>}
    </dl>
  )
}

/** `Clocks go back by 1 h in 12 days, on …`. */
function NextChange({ timezone }: { timezone: string }) {
  const texts = useTexts()
  const locale = useLocale()
  const change = nextClockChange(timezone, useMinute(), useServiceClocks())
  if (change === undefined) return texts.clock.noChange
  const date = change.at
    .toPlainDate()
    .toLocaleString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(change.inDays, 'day')
  const describe = change.minutes > 0 ? texts.clock.forward : texts.clock.back
  return describe(describeMinutes(change.minutes, texts), days, date)
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
