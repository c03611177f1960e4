import { WEEKDAYS } from '@timezone-registry/zones/availability'
import { COMMAND, OPTION } from './interaction.ts'
import { MAX_USERS } from './read-commands.ts'
import { LANGUAGE_OF_LOCALE, type Texts, textsIn } from './texts.ts'

// https://discord.com/developers/docs/interactions/application-commands
/** A command as it is registered. */
export type CommandDefinition = { name: string; type: number }

type Described = { name: string } & Record<string, unknown>

// In servers and for single users; in servers, in messages with the application, and in other direct messages.
const EVERYWHERE = { integration_types: [0, 1], contexts: [0, 1, 2] }
const MAX_TIME_CHARACTERS = 80
const MAX_ZONE_CHARACTERS = 100

/** All commands, with their texts in the languages of Discord that the service speaks. */
export function defineCommands(): CommandDefinition[] {
  const share = option(OPTION.boolean, 'share', (texts) => texts.share)
  const user = option(OPTION.user, 'user', (texts) => texts.user)
  const users = Array.from({ length: MAX_USERS }, (_, at) => ({
    ...user,
    name: `user${at + 1}`,
    required: at === 0,
  }))
  return [
    chat('time', (texts) => texts.time, [user, share]),
    chat('times', (texts) => texts.times, [...users, share]),
    chat('timezone', (texts) => texts.timezone, [
      subcommand('set', (texts) => texts.set, [
        { ...text('zone', ({ zone }) => zone, MAX_ZONE_CHARACTERS), required: true, autocomplete: true },
        visibility('visibility'),
      ]),
      subcommand('show', (texts) => texts.show),
      subcommand('visibility', (texts) => texts.visibility, [{ ...visibility('level'), required: true }]),
      subcommand('delete', (texts) => texts.delete),
    ]),
    chat('availability', (texts) => texts.availability, [
      subcommand('set', (texts) => texts.availabilitySet, [
        { ...option(OPTION.text, 'days', (texts) => texts.days), required: true, choices: dayChoices() },
        { ...text('from', (texts) => texts.from, MAX_TIME_CHARACTERS), required: true },
        { ...text('to', (texts) => texts.to, MAX_TIME_CHARACTERS), required: true },
      ]),
      subcommand('clear', (texts) => texts.availabilityClear),
    ]),
    chat('when', (texts) => texts.when, [
      { ...text('time', ({ whenTime }) => whenTime, MAX_TIME_CHARACTERS), required: true },
      text('date', ({ whenDate }) => whenDate, MAX_TIME_CHARACTERS),
      option(OPTION.user, 'user', ({ whenUser }) => whenUser),
      share,
    ]),
    { type: COMMAND.user, ...named('name', ({ localTime }) => localTime), ...EVERYWHERE },
  ]
}

function text(name: string, describe: Describe, max: number): Described {
  return { ...option(OPTION.text, name, describe), max_length: max }
}

function visibility(name: string): Described {
  const levels = ['public', 'unlisted', 'private'] as const
  const choices = levels.map((value) => ({ ...named('name', (texts) => texts.levels[value]), value }))
  return { ...option(OPTION.text, name, (texts) => texts.level), choices }
}

/** The groups of days, and each day by its name. */
function dayChoices(): Described[] {
  const groups = ['weekdays', 'daily', 'weekend'] as const
  // 5 January 1970 was a Monday.
  const nameOf = (day: number, locale: string) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + day))
  return [
    ...groups.map((value) => ({ ...named('name', ({ groups }) => groups[value]), value })),
    ...WEEKDAYS.map((value, day) => ({ ...named('name', (_texts, locale) => nameOf(day, locale)), value })),
  ]
}

type Describe = (texts: Texts['commands'], locale: string) => string

function chat(name: string, describe: Describe, options: Described[]): CommandDefinition {
  return {
    type: COMMAND.chat,
    name,
    ...named('description', describe),
    options,
    ...EVERYWHERE,
  } as CommandDefinition
}

function subcommand(name: string, describe: Describe, options: Described[] = []): Described {
  return { ...option(OPTION.subcommand, name, describe), options }
}

/** Names are the same in every language, so that people of one server can tell each other a command. */
function option(type: number, name: string, describe: Describe): Described {
  return { type, name, ...named('description', describe) }
}

/** A text in English and, for the other locales of Discord, its translations. */
function named<Key extends 'name' | 'description'>(key: Key, text: Describe) {
  const textIn = (locale: string) => text(textsIn(LANGUAGE_OF_LOCALE[locale] ?? 'en').commands, locale)
  const others = Object.keys(LANGUAGE_OF_LOCALE).filter((locale) => LANGUAGE_OF_LOCALE[locale] !== 'en')
  return {
    [key]: textIn('en-US'),
    [`${key}_localizations`]: Object.fromEntries(others.map((locale) => [locale, textIn(locale)])),
  } as Record<Key, string>
}
