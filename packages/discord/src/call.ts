import { cleanText, visibilitySchema } from '@timezone-registry/contract'
import { parseAvailability } from '@timezone-registry/zones/stored-availability'
import type { Answer, DiscordUser, Interaction } from './interaction.ts'
import type { PersonRecord, Registry, Visibility } from './registry.ts'
import type { Clock, Wording } from './wording.ts'

/** One use of a command. */
export type Call = { interaction: Interaction; caller: DiscordUser; registry: Registry; wording: Wording }

/** What a person does with the application: a command, a button, a form, or text that they are typing. */
export type Command = (call: Call) => Promise<Answer>

const ID = /^\d{1,20}$/
const SEPARATOR = ':'

/** The id of a button, which carries values: neither ids nor names of zones contain a colon. */
export function toButtonId(...parts: string[]): string {
  return parts.join(SEPARATOR)
}

/** The values in the id of the button that was pressed, or of the form that was sent. */
export function buttonParts({ data }: Interaction): string[] {
  return data?.custom_id?.split(SEPARATOR) ?? []
}

/** The value of a command's option, also of its subcommand's. */
export function optionOf({ interaction: { data } }: Call, name: string) {
  const given = data?.options?.flatMap((option) => [option, ...(option.options ?? [])])
  return given?.find((option) => option.name === name)?.value
}

export function textOf(call: Call, name: string): string | undefined {
  const value = optionOf(call, name)
  return typeof value === 'string' ? value : undefined
}

/** The id of a user at Discord; undefined for any other text. */
export function asId(text: string | undefined): string | undefined {
  return text !== undefined && ID.test(text) ? text : undefined
}

/** What people here call a user. It is Discord’s to say, because the record’s own name may be hidden. */
export function nameOf({ interaction: { data, member }, caller }: Call, id: string): string {
  const isCaller = caller.id === id
  const named = isCaller ? caller : data?.resolved?.users?.[id]
  const nick = isCaller ? member?.nick : data?.resolved?.members?.[id]?.nick
  const names = [nick, named?.global_name, named?.username].map((name) => cleanText(name ?? ''))
  return names.find((name) => name !== '') ?? id
}

export function visibilityOf(text: string | undefined): Visibility | undefined {
  return visibilitySchema.safeParse(text).data
}

/** A clock in two lines, with a name that is escaped. */
export function describe(
  { time, weekday, place, offset }: Clock,
  { name, apart }: { name?: string | undefined; apart?: string | undefined } = {},
): string {
  const first = `${name === undefined ? '' : `${name}: `}**${time}** · ${weekday}`
  return [first, [place, offset, apart].filter((part) => part !== undefined).join(' · ')].join('\n')
}

/** The caller's own clock and hours, and who sees them; undefined for a zone that is not known here. */
export function describeOwn(wording: Wording, record: PersonRecord, at: Date): string | undefined {
  const clock = wording.clock(record, at)
  const hours = parseAvailability(record.availability)
  const week =
    hours === null
      ? []
      : [...wording.week(hours.weekly), ...(hours.show === 'state' ? [wording.text('onlyState')] : [])]
  return clock && [describe(clock), ...week, wording.text(`whoSees.${record.visibility}`)].join('\n')
}
