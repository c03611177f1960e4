import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { joinNames } from './describe-slot.ts'
import { discordCode, discordFormats } from './discord-styles.ts'
import { useMeetFormats } from './use-meet-formats.ts'
import type { Participant } from './use-meeting.ts'

type ShareMeetingProps = { people: Participant[]; at: number; minutes: number; now: number }

/** The moment for Discord, for a calendar, and as text in everybody's time. */
export function ShareMeeting({ people, at, minutes, now }: ShareMeetingProps) {
  const texts = useTexts().meet
  const locale = useLocale()
  const formats = useMeetFormats()
  const asText = () =>
    people.map(({ name, timezone }) => `${formats.full(at, timezone)} ${texts.inTime(name)}`).join('\n')
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const others = people.slice(1).map(({ id }) => id)
  const title = texts.calendarTitle(joinNames(others, { names, texts, locale }))

  return (
    <section className="share" aria-label={texts.share}>
      <div className="flex flex-wrap items-start gap-2">
        <CopyButton text={() => discordCode(at)} isPrimary>
          {texts.copyDiscord}
        </CopyButton>
        <CalendarButton at={at} minutes={minutes} title={title} description={asText} />
        <CopyButton text={asText}>{texts.copyText}</CopyButton>
        {'share' in navigator && <SendButton title={title} text={asText} />}
      </div>
      <DiscordFormats at={at} now={now} timezone={people[0]?.timezone ?? 'UTC'} />
    </section>
  )
}

function SendButton({ title, text }: { title: string; text: () => string }) {
  const texts = useTexts().meet
  // Rejects when the reader closes the sheet, which is not an error.
  const send = () => navigator.share({ title, text: text(), url: location.href }).catch(() => {})
  return (
    <button type="button" className="button button-plain" onClick={send}>
      {texts.sendTo}
    </button>
  )
}

function DiscordFormats({ at, now, timezone }: { at: number; now: number; timezone: string }) {
  const texts = useTexts().meet
  const locale = useLocale()
  const offset = offsetMinutes(timezone, Temporal.Instant.fromEpochMilliseconds(at), useServiceClocks()) ?? 0
  return (
    <details className="formats">
      <summary>{texts.formats}</summary>
      <ul>
        {discordFormats(at, { now, locale, offset }).map(({ code, preview }) => (
          <li key={code}>
            <span className="min-w-32 flex-1">{preview}</span>
            <code className="text-sm">{code}</code>
            <CopyButton text={() => code} label={texts.copyFormat(code)}>
              {texts.copy}
            </CopyButton>
          </li>
        ))}
      </ul>
    </details>
  )
}
