import { DateTimeError, type ResolvedTime, resolveDateTime } from '@timezone-registry/zones/date-time'
import { shownAvailability } from '@timezone-registry/zones/stored-availability'
import { createReadWallTime, type ReadWallTime } from '@timezone-registry/zones/wall-time'
import type { TimezoneRecord } from '../records/record.ts'
import type { VisibleRecords } from '../records/visible-records.ts'
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

type ReadCommandsOptions = {
  visible: Pick<VisibleRecords, 'findMany'>
  /** The user id of a person at Discord. */
  userIdOf: (id: string) => string | undefined
}

/** How many people `/times` takes. */
export const MAX_USERS = 10

const MAX_YEARS = 10

/** The commands that show times. A person whose record the caller may not see is one without a record. */
export function createReadCommands({ visible, userIdOf }: ReadCommandsOptions) {
  const sources: Sources = {
    readWallTime: createReadWallTime(),
    findAll: async ({ req, person }, ids) => {
      const userIds = ids.map((id) => userIdOf(id) ?? '')
      const [own, ...records] = await visible.findMany(req, [person.userId, ...userIds])
      return { own, records }
    },
  }
  return {
    time: (call: Call) => showTime(call, sources),
    times: (call: Call) => showTimes(call, sources),
    when: (call: Call) => showWhen(call, sources),
    show: (call: Call) => showOwn(call, sources),
    share: (call: Call) => repeatForAll(call, sources),
  }
}

type Sources = {
  readWallTime: ReadWallTime
  /** The caller's record, and those of people at Discord, as far as the caller may see them. */
  findAll(
    call: Call,
    ids: readonly string[],
  ): Promise<{ own: TimezoneRecord | undefined; records: (TimezoneRecord | undefined)[] }>
}

async function showTime(call: Call, sources: Sources): Promise<Answer> {
  const { data } = call.interaction
  const id = asId(textOf(call, 'user')) ?? data?.target_id ?? call.person.subject
  const { content, isFound } = await describeOne(call, sources, { id, name: escapeName(nameOf(call, id)) })
  return isFound ? shareable(call, content, toButtonId('share', id)) : { content }
}

async function showTimes(call: Call, { findAll }: Sources): Promise<Answer> {
  const given = Array.from({ length: MAX_USERS }, (_, at) => asId(textOf(call, `user${at + 1}`)))
  const ids = [...new Set(given.filter((id) => id !== undefined))]
  const { records } = await findAll(call, ids)
  const at = new Date()
  const people = ids.map((id, index) => {
    const record = records[index]
    return { name: nameOf(call, id), clock: record && call.wording.clock(record.timezone, at) }
  })
  const found = people.filter((one): one is Shown => one.clock !== undefined)
  const missing = people.filter(({ clock }) => clock === undefined).map(({ name }) => escapeName(name))
  const { texts } = call.wording
  const note = missing.length > 0 ? [texts.notSet(missing.join(', '))] : []
  if (found.length === 0) return { content: note.join('') || texts.unknownCommand }
  return shareable(call, [timestamp(at, 'f'), toTable(found), ...note].join('\n'), 'share')
}

async function showWhen(call: Call, { findAll, readWallTime }: Sources): Promise<Answer> {
  const { wording, person } = call
  const { texts, language } = wording
  const id = asId(textOf(call, 'user')) ?? person.subject
  const name = escapeName(nameOf(call, id))
  const [record] = (await findAll(call, [id])).records
  const now = new Date()
  const clock = record && wording.clock(record.timezone, now)
  if (record === undefined || clock === undefined) return { content: explainMissing(call, id, name) }
  const typed = { time: textOf(call, 'time') ?? '', date: textOf(call, 'date') }
  const local = now.getTime() + clock.utcOffsetSeconds * 1000
  const read = readWallTime(typed, { language, local })
  if ('unclear' in read) return { content: texts.unclear[read.unclear] }
  const moment = resolve(read.wall, record.timezone)
  const then = moment && wording.clock(record.timezone, moment.at)
  if (moment === undefined || then === undefined) return { content: texts.unclear.text }
  if (isTooFar(moment.at, now)) return { content: texts.tooFar }
  const lines = [
    `${timestamp(moment.at, 'F')} (${timestamp(moment.at, 'R')})`,
    describe(then, { name: id === person.subject ? undefined : name }),
    ...(moment.at < now ? [texts.past] : []),
    ...(moment.resolution === 'exact' ? [] : [texts[moment.resolution]]),
  ]
  return shareable(call, lines.join('\n'), 'share')
}

async function showOwn(call: Call, { findAll }: Sources): Promise<Answer> {
  const { texts } = call.wording
  const { own } = await findAll(call, [])
  const content = own && describeOwn(call.wording, own, new Date())
  return { content: content ?? texts.notSetYourself, buttons: [{ label: texts.change, id: 'change' }] }
}

/** Repeats an answer for everyone. A clock is read again: the button may be pressed later. */
async function repeatForAll(call: Call, sources: Sources): Promise<Answer> {
  const { interaction, wording } = call
  const id = asId(buttonParts(interaction)[1])
  if (id === undefined)
    return { content: interaction.message?.content || wording.texts.unknownCommand, isPublic: true }
  const { content, isFound } = await describeOne(call, sources, { id, name: `<@${id}>` })
  return { content, isPublic: isFound }
}

/** One person's clock, and how far it is from the caller's. */
async function describeOne(
  call: Call,
  { findAll }: Sources,
  { id, name }: { id: string; name: string },
): Promise<{ content: string; isFound: boolean }> {
  const { wording, person } = call
  const { own, records } = await findAll(call, [id])
  const at = new Date()
  const [record] = records
  const clock = record && wording.clock(record.timezone, at)
  if (clock === undefined) return { isFound: false, content: explainMissing(call, id, name) }
  const ownClock = own && id !== person.subject ? wording.clock(own.timezone, at) : undefined
  const apart = ownClock && wording.apart(clock.utcOffsetSeconds, ownClock.utcOffsetSeconds)
  const hours = shownAvailability(record?.availability ?? null, { zone: record?.timezone ?? '', at })
  const state = hours ? ` · ${wording.texts.states[hours.state]}` : ''
  return { isFound: true, content: describe(clock, { name, apart }) + state }
}

function explainMissing({ person, wording: { texts } }: Call, id: string, name: string): string {
  return id === person.subject ? texts.notSetYourself : texts.notSet(name)
}

/** An answer for the caller alone, with a button that shares it, unless they share it at once. */
function shareable(call: Call, content: string, shareId: string): Answer {
  if (optionOf(call, 'share') === true) return { content, isPublic: true }
  return { content, buttons: [{ label: call.wording.texts.share, id: shareId }] }
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

function isTooFar(at: Date, now: Date): boolean {
  const limit = new Date(now)
  limit.setUTCFullYear(now.getUTCFullYear() + (at < now ? -MAX_YEARS : MAX_YEARS))
  return at < now ? at < limit : at > limit
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
