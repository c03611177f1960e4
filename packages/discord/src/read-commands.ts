import {
  DateTimeError,
  isTooFar,
  type ResolvedTime,
  resolveDateTime,
} from '@timezone-registry/zones/date-time'
import { shownAvailability } from '@timezone-registry/zones/stored-availability'
import { createReadWallTime, type ReadWallTime } from '@timezone-registry/zones/wall-time'
import {
  asId,
  buttonParts,
  type Call,
  describe,
  describeOwn,
  nameOf,
  optionOf,
  textOf,
  toButtonId,
} from './call.ts'
import type { Answer } from './interaction.ts'
import { type Clock, escapeName, nameInCode } from './wording.ts'

/** How many people `/times` takes. */
export const MAX_USERS = 10

/** The commands that show times. A person whose record the caller may not see is one without a record. */
export function createReadCommands() {
  const readWallTime = createReadWallTime()
  return {
    time: showTime,
    times: showTimes,
    when: (call: Call) => showWhen(call, readWallTime),
    show: showOwn,
    share: repeatForAll,
  }
}

async function showTime(call: Call): Promise<Answer> {
  const { data } = call.interaction
  const id = asId(textOf(call, 'user')) ?? data?.target_id ?? call.caller.id
  const { content, isFound } = await describeOne(call, { id, name: escapeName(nameOf(call, id)) })
  return isFound ? shareable(call, content, toButtonId('share', id)) : { content }
}

async function showTimes(call: Call): Promise<Answer> {
  const given = Array.from({ length: MAX_USERS }, (_, at) => asId(textOf(call, `user${at + 1}`)))
  const ids = [...new Set(given.filter((id) => id !== undefined))]
  const records = await call.registry.find(ids)
  const at = new Date()
  const people = ids.map((id, index) => {
    const record = records[index]
    return { name: nameOf(call, id), clock: record && call.wording.clock(record, at) }
  })
  const found = people.filter((one): one is Shown => one.clock !== undefined)
  const missing = people.filter(({ clock }) => clock === undefined).map(({ name }) => escapeName(name))
  const { text } = call.wording
  const note = missing.length > 0 ? [text('notSet', { names: missing.join(', ') })] : []
  if (found.length === 0) return { content: note.join('') || text('unknownCommand') }
  return shareable(call, [timestamp(at, 'f'), toTable(found), ...note].join('\n'), 'share')
}

async function showWhen(call: Call, readWallTime: ReadWallTime): Promise<Answer> {
  const { wording, caller } = call
  const { text, language } = wording
  const id = asId(textOf(call, 'user')) ?? caller.id
  const name = escapeName(nameOf(call, id))
  const [record] = await call.registry.find([id])
  const now = new Date()
  const clock = record && wording.clock(record, now)
  if (record === undefined || clock === undefined) return { content: explainMissing(call, id, name) }
  const typed = { time: textOf(call, 'time') ?? '', date: textOf(call, 'date') }
  const local = now.getTime() + clock.utcOffsetSeconds * 1000
  const read = readWallTime(typed, { language, local })
  if ('unclear' in read) return { content: text(`unclear.${read.unclear}`) }
  const moment = resolve(read.wall, record.timezone)
  const then = moment && wording.clock(record, moment.at)
  if (moment === undefined || then === undefined) return { content: text('unclear.text') }
  if (isTooFar(moment.at, now)) return { content: text('tooFar') }
  const lines = [
    `${timestamp(moment.at, 'F')} (${timestamp(moment.at, 'R')})`,
    describe(then, { name: id === caller.id ? undefined : name }),
    ...(moment.at < now ? [text('past')] : []),
    ...(moment.resolution === 'exact' ? [] : [text(moment.resolution)]),
  ]
  return shareable(call, lines.join('\n'), 'share')
}

async function showOwn(call: Call): Promise<Answer> {
  const { text } = call.wording
  const [own] = await call.registry.find([call.caller.id])
  const content = own && describeOwn(call.wording, own, new Date())
  return { content: content ?? text('notSetYourself'), buttons: [{ label: text('change'), id: 'change' }] }
}

/** Repeats an answer for everyone. A clock is read again: the button may be pressed later. */
async function repeatForAll(call: Call): Promise<Answer> {
  const { interaction, wording } = call
  const id = asId(buttonParts(interaction)[1])
  if (id === undefined)
    return { content: interaction.message?.content || wording.text('unknownCommand'), isPublic: true }
  const { content, isFound } = await describeOne(call, { id, name: `<@${id}>` })
  return { content, isPublic: isFound }
}

/** One person's clock, and how far it is from the caller's. */
async function describeOne(
  call: Call,
  { id, name }: { id: string; name: string },
): Promise<{ content: string; isFound: boolean }> {
  const { wording, caller, registry } = call
  const [own, record] = await registry.find([caller.id, id])
  const at = new Date()
  const clock = record && wording.clock(record, at)
  if (clock === undefined) return { isFound: false, content: explainMissing(call, id, name) }
  const ownClock = own && id !== caller.id ? wording.clock(own, at) : undefined
  const apart = ownClock && wording.apart(clock.utcOffsetSeconds, ownClock.utcOffsetSeconds)
  const hours = shownAvailability(record?.availability ?? null, { zone: record?.timezone ?? '', at })
  const state = hours ? ` · ${wording.text(`states.${hours.state}`)}` : ''
  return { isFound: true, content: describe(clock, { name, apart }) + state }
}

function explainMissing({ caller, wording: { text } }: Call, id: string, name: string): string {
  return id === caller.id ? text('notSetYourself') : text('notSet', { names: name })
}

/** An answer for the caller alone, with a button that shares it, unless they share it at once. */
function shareable(call: Call, content: string, shareId: string): Answer {
  if (optionOf(call, 'share') === true) return { content, isPublic: true }
  return { content, buttons: [{ label: call.wording.text('share'), id: shareId }] }
}

/** Undefined for a zone or a time that is not known here. */
function resolve(wall: string, timezone: string): ResolvedTime | undefined {
  try {
    return resolveDateTime(wall, timezone)
  } catch (error) {
    if (error instanceof DateTimeError) return undefined
    throw error
  }
}

/** A moment that each reader's Discord shows in their own zone and language. */
function timestamp(at: Date, style: 'f' | 'F' | 'R'): string {
  return `<t:${Math.floor(at.getTime() / 1000)}:${style}>`
}

type Shown = { name: string; clock: Clock }

/** The clocks in a code block, from west to east. Only what stands in front of the names is aligned. */
function toTable(people: readonly Shown[]): string {
  const width = (key: 'time' | 'shortWeekday') => Math.max(...people.map(({ clock }) => cellsOf(clock[key])))
  const [times, weekdays] = [width('time'), width('shortWeekday')]
  const lines = people
    .toSorted((a, b) => a.clock.utcOffsetSeconds - b.clock.utcOffsetSeconds)
    .map(({ name, clock: { time, shortWeekday } }) => {
      const start = ' '.repeat(times - cellsOf(time)) + time
      return `${start}  ${shortWeekday}${' '.repeat(weekdays - cellsOf(shortWeekday))}  ${nameInCode(name)}`
    })
  return ['```', ...lines, '```'].join('\n')
}

const WIDE = /[\u1100-\u115f\u2e80-\uffdc]/

/** The width of a text in a monospaced font, where Japanese characters are twice as wide. */
function cellsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)
}
