import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useLocale, useTimes, useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LinkIcon } from '../ui/icons.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { CalendarButton } from './calendar-button.tsx'
import { joinNames } from './describe-slot.ts'
import { discordCode, discordFormats } from './discord-styles.ts'
import { CopyIcon, ShareIcon } from './icons.tsx'
import type { Meeting } from './use-meeting.ts'

/** What a meeting is called, and everybody's time as text. */
function useMeetingTexts({ people, realNames: names, moment, formats, ownName }: Meeting) {
  const t = useViewText()
  const locale = useLocale()
  const cityOf = useCityOf()
  const others = people.map(({ id }) => id).filter((id) => id !== '')
  return {
    title: t('meeting.title', { names: joinNames(others, { names, t, locale }) }),
    asText: () =>
      people
        .map(
          (person) =>
            `${formats.full(moment, person.timezone)} – ${whoIs(person.id === '' ? ownName : names.get(person.id), cityOf(person.timezone))}`,
        )
        .join('\n'),
  }
}

/** `Maya (New York)`; only the city of a reader without a name here, since `me` is somebody else to others. */
function whoIs(who: string | undefined, city: string): string {
  return who === undefined || who === city ? city : `${who} (${city})`
}

/** The moment for Discord, for a calendar, and as a link. `isCompact`: all but the first are icons. */
export function MeetingActions({ meeting, isCompact = false }: { meeting: Meeting; isCompact?: boolean }) {
  const t = useViewText()
  const { title, asText } = useMeetingTexts(meeting)
  const { moment: at, link: url } = meeting
  const text = isCompact ? 'sr-only' : undefined
  return (
    <section className="meet-actions flex min-w-0 flex-wrap gap-2 print:hidden" aria-label={t('meet.share')}>
      <CopyButton text={() => discordCode(at)} look="button-primary">
        <CopyIcon />
        {t('meet.copyDiscord')}
      </CopyButton>
      <CalendarButton link={url} look="button-plain" isCompact={isCompact} />
      {isCompact && 'share' in navigator ? (
        <SendButton title={title} text={asText} url={url} />
      ) : (
        <CopyButton text={() => url}>
          <LinkIcon isSmall />
          <span className={text}>{t('list.copyLink')}</span>
        </CopyButton>
      )}
    </section>
  )
}

function SendButton({ title, text, url }: { title: string; text: () => string; url: string }) {
  const t = useViewText()
  // Rejects when the reader closes the sheet, which is not an error.
  const send = () => navigator.share({ title, text: text(), url }).catch(() => {})
  return (
    <button type="button" className="button button-plain" onClick={send}>
      <ShareIcon />
      <span className="sr-only">{t('meet.sendTo')}</span>
    </button>
  )
}

/** The moment as text in everybody's time, and in all seven styles of Discord. */
export function MoreFormats({ meeting, isCompact = false }: { meeting: Meeting; isCompact?: boolean }) {
  const t = useViewText()
  const locale = useLocale()
  const { title, asText } = useMeetingTexts(meeting)
  const { moment: at, now, people: participants, link } = meeting
  const timezone = participants.find(({ id }) => id === '')?.timezone ?? 'UTC'
  const offset = offsetMinutes(timezone, Temporal.Instant.fromEpochMilliseconds(at), useServiceClocks()) ?? 0
  return (
    <div className="formats p-2 text-[0.9375rem]">
      <div className="flex flex-wrap gap-2">
        <CopyButton text={asText}>{t('meet.copyText')}</CopyButton>
        {isCompact && <CopyButton text={() => link}>{t('list.copyLink')}</CopyButton>}
        {!isCompact && 'share' in navigator && <SendButton title={title} text={asText} url={link} />}
      </div>
      <ul className="mt-2">
        {discordFormats(at, { now, offset, locale, times: useTimes() }).map(({ code, preview }) => (
          <li
            key={code}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-1.5 [&_.button]:min-h-9 [&_.button]:text-sm pointer-coarse:[&_.button]:min-h-11"
          >
            <span className="min-w-0 flex-1">
              <span className="block">{preview}</span>
              <code className="text-muted text-xs">{code}</code>
            </span>
            <CopyButton text={() => code} label={t('meet.copyFormat', { format: code })}>
              {t('copying.copy')}
            </CopyButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
