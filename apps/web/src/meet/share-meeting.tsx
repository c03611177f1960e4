import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { CalendarButton } from './calendar-button.tsx'
import { joinNames } from './describe-slot.ts'
import { discordCode, discordFormats } from './discord-styles.ts'
import { useMeetFormats } from './use-meet-formats.ts'
import type { Meeting, Participant } from './use-meeting.ts'

type ShareMeetingProps = { meeting: Meeting; minutes: number }

/** The moment for Discord, for a calendar, as text in everybody's time, and as a link. */
export function ShareMeeting({ meeting, minutes }: ShareMeetingProps) {
  const texts = useTexts().meet
  const locale = useLocale()
  const formats = useMeetFormats()
  const { people, moment: at, now, link, ownName } = meeting
  const { copyLink } = useTexts().people
  const cityOf = useCityOf()
  const asText = () =>
    people
      .map(
        (person) =>
          `${formats.full(at, person.timezone)} – ${whoIs(person, cityOf(person.timezone), ownName)}`,
      )
      .join('\n')
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const others = people.map(({ id }) => id).filter((id) => id !== '')
  const title = texts.calendarTitle(joinNames(others, { names, texts, locale }))

  return (
    <section className="share" aria-label={texts.share}>
      <div className="flex flex-wrap items-start gap-2">
        <CopyButton text={() => discordCode(at)} look="button-primary">
          {texts.copyDiscord}
        </CopyButton>
        <CalendarButton at={at} minutes={minutes} title={title} description={asText} url={link} />
        <CopyButton text={asText}>{texts.copyText}</CopyButton>
        <CopyButton text={() => link}>{copyLink}</CopyButton>
        {'share' in navigator && <SendButton title={title} text={asText} url={link} />}
      </div>
      <DiscordFormats at={at} now={now} timezone={people[0]?.timezone ?? 'UTC'} />
    </section>
  )
}

/** `Maya (New York)`; only the city of a reader without a name here, since `me` is somebody else to others. */
function whoIs({ id, name }: Participant, city: string, ownName: string | undefined): string {
  const who = id === '' ? ownName : name
  return who === undefined || who === city ? city : `${who} (${city})`
}

function SendButton({ title, text, url }: { title: string; text: () => string; url: string }) {
  const texts = useTexts().meet
  // Rejects when the reader closes the sheet, which is not an error.
  const send = () => navigator.share({ title, text: text(), url }).catch(() => {})
  return (
    <button type="button" className="button button-plain" onClick={send}>
      {texts.sendTo}
    </button>
  )
}

function DiscordFormats({ at, now, timezone }: { at: number; now: number; timezone: string }) {
  const { meet: texts, copying } = useTexts()
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
              {copying.copy}
            </CopyButton>
          </li>
        ))}
      </ul>
    </details>
  )
}
