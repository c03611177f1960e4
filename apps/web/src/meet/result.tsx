import { skyAt } from '@timezone-registry/zones/sky'
import type { ReactNode } from 'react'
import { toCss } from '../clock/sky.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { offsetMinutes } from '../clock/zone-time.ts'
import { useCityOf, useLocale, useTimes, useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LinkIcon, MoreIcon, ShareIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { joinNames, useFitTexts } from './describe-slot.ts'
import { discordCode, discordFormats } from './discord-styles.ts'
import { CopyIcon } from './icons.tsx'
import type { Meeting } from './use-meeting.ts'

const MAX_ON_PHONE = 6

/** The moment chosen in everybody's time, and ways to share it unless it has passed. */
export function Result({ meeting, isPhone }: { meeting: Meeting; isPhone: boolean }) {
  const { people, moment, minutes, timezone, now, formats } = meeting
  return (
    <div className="result">
      {isPhone && (
        <p
          className="result-time font-semibold text-[1.5rem]/8 tabular-nums tracking-[-0.02em]"
          translate="no"
        >
          {formats.range(moment, minutes, timezone)}
        </p>
      )}
      <TimesList meeting={{ ...meeting, people: isPhone ? people.slice(0, MAX_ON_PHONE) : people }} />
      <FitNote meeting={meeting} />
      {moment >= now && (
        <MeetingActions meeting={meeting} isPhone={isPhone}>
          {isPhone && people.length > MAX_ON_PHONE && <TimesList meeting={meeting} />}
        </MeetingActions>
      )}
    </div>
  )
}

/** The moment in everybody's time, with the day where it is not the one shown. */
function TimesList({ meeting: { people, moment, timezone, formats } }: { meeting: Meeting }) {
  const t = useViewText()
  const date = formats.date(moment, timezone)
  return (
    <ul className="times" aria-label={t('meet.times')}>
      {people.map((person) => {
        const isOtherDay = formats.date(moment, person.timezone) !== date
        return (
          <li key={person.id}>
            <span className="block truncate text-[0.8125rem] text-soft" dir="auto">
              {person.name}
            </span>
            <span className="times-time" translate="no">
              <span
                className="times-sky"
                style={{ '--sky': toCss(skyAt(formats.minuteOf(moment, person.timezone) / 60)) }}
              />
              {isOtherDay && (
                <span className="text-[0.8125rem] text-soft">{formats.weekday(moment, person.timezone)}</span>
              )}
              <span>{formats.time(moment, person.timezone)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Whom the moment suits, or that it has passed. */
function FitNote({ meeting }: { meeting: Meeting }) {
  const t = useViewText()
  const describe = useFitTexts(meeting)
  const { fit, moment, now, isLoading } = meeting
  if (moment < now)
    return <p className="fit-note flex text-danger max-[700px]:justify-end">{t('meet.past')}</p>
  if (isLoading) return null
  const costs = describe.costs(fit)
  return (
    <p className="fit-note flex flex-wrap items-baseline gap-x-3 max-[700px]:justify-end">
      <span className={describe.isForAll(fit) ? 'time-fit time-fit-all' : 'time-fit'}>
        {describe.fit(fit)}
      </span>
      {costs !== '' && <span className="block text-sm text-soft first-letter:uppercase">{costs}</span>}
    </p>
  )
}

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

type MeetingActionsProps = {
  meeting: Meeting
  isPhone: boolean
  /** What *More* begins with. */
  children: ReactNode
}

/** The moment for Discord, for a calendar, and as a link; on a phone, all but the first are icons. */
function MeetingActions({ meeting, isPhone, children }: MeetingActionsProps) {
  const t = useViewText()
  const { title, asText } = useMeetingTexts(meeting)
  const { moment: at, link: url } = meeting
  const text = isPhone ? 'sr-only' : undefined
  const send = 'share' in navigator && (
    <CopyButton text={() => url} share={() => ({ title, text: asText(), url })}>
      <ShareIcon isSmall />
      <span className={text}>{t('meet.sendTo')}</span>
    </CopyButton>
  )
  const copyLink = (
    <CopyButton text={() => url}>
      <LinkIcon isSmall />
      <span className={isPhone && send ? undefined : text}>{t('list.copyLink')}</span>
    </CopyButton>
  )
  return (
    <section className="meet-actions flex min-w-0 flex-wrap gap-2 print:hidden" aria-label={t('meet.share')}>
      <CopyButton text={() => discordCode(at)} look="button-primary">
        <CopyIcon isSmall />
        {t('meet.copyDiscord')}
      </CopyButton>
      <CalendarButton link={url} look="button-plain" isCompact={isPhone} />
      {isPhone && send ? send : copyLink}
      <Menu
        className="button button-plain"
        isAbove
        label={
          <>
            <span className={text}>{t('meet.formats')}</span>
            <MoreIcon isSmall />
          </>
        }
      >
        {() => (
          <div className="formats p-2 text-[0.9375rem]">
            {children}
            <div className="flex flex-wrap gap-2">
              <CopyButton text={asText}>{t('meet.copyText')}</CopyButton>
              {send && (isPhone ? copyLink : send)}
            </div>
            <DiscordFormats meeting={meeting} />
          </div>
        )}
      </Menu>
    </section>
  )
}

/** The moment in all seven styles of Discord. */
function DiscordFormats({ meeting: { moment: at, now, people } }: { meeting: Meeting }) {
  const t = useViewText()
  const [locale, times] = [useLocale(), useTimes()]
  const timezone = people.find(({ id }) => id === '')?.timezone ?? 'UTC'
  const offset = offsetMinutes(timezone, at, useServiceClocks()) ?? 0
  return (
    <ul className="mt-2">
      {discordFormats(at, { now, offset, locale, times }).map(({ code, preview }) => (
        <li
          key={code}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-1.5 [&_.button]:min-h-9 [&_.button]:text-sm pointer-coarse:[&_.button]:min-h-11"
        >
          <span className="min-w-0 flex-1">
            <span className="block">{preview}</span>
            <code className="text-muted text-xs">{code}</code>
          </span>
          <CopyButton text={() => code} label={t('meet.copyFormat', { format: code })}>
            {t('meet.copy')}
          </CopyButton>
        </li>
      ))}
    </ul>
  )
}
