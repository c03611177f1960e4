import { describeAvailability, describeSleep } from '@timezone-registry/zones/describe-state'
import { nextSleepChange } from '@timezone-registry/zones/sleep-change'
import { heroSkyOver } from '@timezone-registry/zones/sun-sky'
import { createTimeFormat } from '@timezone-registry/zones/time-format'
import type { PersonClock, ShownPerson } from './describe-person.ts'
import { escapeMarkup, firstCharacterOf, shorten } from './markup.ts'
import { NOT_LISTED, previewTags } from './preview-tags.ts'
import type { PageText, Reader } from './reader.ts'
import type { Served } from './served-page.ts'
import { toHex } from './sky.ts'

const MAX_NAME_CHARACTERS = 60
const DAY_MINUTES = 24 * 60
const MINUTE_MS = 60_000

/** What the page shows of one person, or of nobody. */
export function toServedPerson(reader: Reader, person: ShownPerson | undefined): Served {
  const { language, t } = reader
  if (person !== undefined) {
    const { clock } = person
    return { language, tags: headOf(person, reader), main: mainOf(clock, reader), sky: skyOf(clock) }
  }
  const tags = previewTags({ title: 'Timezone Registry', description: t('nobody'), url: undefined })
  // Only for readers without scripts: the app may know a reader who may see the person.
  const main = `<noscript class="page"><h2 class="heading">${t('noClock.title')}</h2><p>${t('noClock.text')}</p></noscript>`
  return { language, tags: [...tags, NOT_LISTED], main }
}

function skyOf({ coordinates, at, secondOfDay }: PersonClock): string {
  const hour = Math.floor(secondOfDay / 60) / 60
  const colors = Object.entries(heroSkyOver(coordinates, { at, hour }))
  return `:root[data-sky]{${colors.map(([name, sky]) => `--sky-${name}:${toHex(sky)}`).join(';')}}`
}

/** The first column of `apps/web/src/person/person-view.tsx`, which takes its place. */
function mainOf(clock: PersonClock, { language, t, locale, formatters }: Reader): string {
  const { username, place, at, utcOffsetSeconds } = clock
  const local = at + utcOffsetSeconds * 1000
  const times = createTimeFormat(locale, formatters)
  return [
    `<section class="hero person" data-served lang="${language}"><div class="person-columns"><div>`,
    '<div class="person-who"><span class="person-initial" aria-hidden="true">',
    escapeMarkup(firstCharacterOf(username).toLocaleUpperCase()),
    `</span><div><h2 class="person-name" dir="auto" translate="no">${escapeMarkup(username)}</h2>`,
    `<p class="person-place">${escapeMarkup(place)}</p></div></div>`,
    `<time class="person-clock${times.isTwelve ? ' person-clock-12' : ''}" translate="no" datetime="${new Date(local).toISOString().slice(11, 16)}">`,
    `${times.time(local)}</time><p class="person-day">${times.date(local, { weekday: 'long' })}</p>`,
    `<p class="person-state">${stateOf(clock, t)}</p>`,
    `<p class="person-loaded">${t('loaded')}</p></div></div></section>`,
  ].join('')
}

/** What they have said about it; otherwise what is likely at their local time. */
function stateOf({ at, utcOffsetSeconds, next, availability }: PersonClock, t: PageText): string {
  const now = Math.floor(at / MINUTE_MS) * MINUTE_MS
  if (availability) return describeAvailability(availability, now, t)
  const minuteAt = (moment: number) => {
    const seconds =
      next !== undefined && moment >= next.at.getTime() ? next.utcOffsetSeconds : utcOffsetSeconds
    return Math.floor((moment + seconds * 1000) / MINUTE_MS) % DAY_MINUTES
  }
  return describeSleep(nextSleepChange(minuteAt, now), t)
}

function headOf({ clock, link }: ShownPerson, reader: Reader): string[] {
  const name = shorten(clock.username, MAX_NAME_CHARACTERS)
  const tags = previewTags({
    title: `${name} – ${clock.place}`,
    description: describe(name, clock, reader),
    type: 'profile',
    url: link,
    image: link && `${link}/card.png`,
  })
  return clock.isUnlisted ? [...tags, NOT_LISTED] : tags
}

/** Stays true for as long as a preview is likely to be shown, so it does not state the time. */
function describe(name: string, clock: PersonClock, { language, t, formatters }: Reader): string {
  const { place, offset, abbreviation, next, utcOffsetSeconds } = clock
  const zone = abbreviation === undefined ? offset : `${offset} (${abbreviation})`
  if (next === undefined) return t('describe', { name, place, zone })
  // In American order, the day would come after the month.
  const locale = language === 'en' ? 'en-GB' : language
  const format = formatters.dateTime(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const until = format.format(next.at.getTime() + utcOffsetSeconds * 1000)
  return t('describeUntil', { name, place, zone, until })
}
