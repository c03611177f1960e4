import { mergeWeek, toClock, WEEKDAYS } from '@timezone-registry/zones/availability'
import { formatAvailability, parseAvailability } from '@timezone-registry/zones/stored-availability'
import { readTimeOfDay } from '@timezone-registry/zones/time-of-day'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Audit, AuditedAction, Outcome } from '../access/audit.ts'
import type { Decide, Decided, TimezoneRecord, Visibility } from '../records/record.ts'
import type { RecordRegistry } from '../records/record-registry.ts'
import { buttonParts, type Call, describeOwn, textOf, toButtonId, visibilityOf } from './call.ts'
import type { Answer, Message } from './interaction.ts'
import type { Wording } from './wording.ts'

type Parts = {
  registry: Pick<RecordRegistry, 'change' | 'remove'>
  zoneNames: Pick<ZoneNames, 'find' | 'suggest'>
  audit: Audit
}

const MAX_LABEL = 80

/** The commands that change the caller's own record. */
export function createWriteCommands(parts: Parts) {
  return {
    set: async (call: Call): Promise<Answer> => {
      const [text, level] = [textOf(call, 'zone'), textOf(call, 'visibility')]
      const visibility = visibilityOf(level)
      // Without the one that was chosen, it might be public.
      if (level !== undefined && visibility === undefined)
        return { content: call.wording.texts.unknownCommand }
      return set(call, parts, { text, visibility })
    },
    /** What was typed into the form. */
    setTyped: (call: Call) => {
      const [field] = call.interaction.data?.components?.flatMap(({ components }) => components) ?? []
      return set(call, parts, { text: field?.value })
    },
    /** One of the places that a text may mean. */
    pick: async (call: Call): Promise<Answer> => {
      const [, text, visibility] = buttonParts(call.interaction)
      return { ...(await set(call, parts, { text, visibility: visibilityOf(visibility) })), replaces: true }
    },
    undo: (call: Call) => undo(call, parts),
    visibility: (call: Call) => setVisibility(call, parts),
    setHours: (call: Call) => setHours(call, parts),
    clearHours: (call: Call) => clearHours(call, parts),
    remove: async ({ req, person, wording: { texts } }: Call): Promise<Answer> => {
      const action = { action: 'delete', user_id: person.userId } as const
      const remove = () => parts.registry.remove(person.userId)
      const isDeleted = await parts.audit.track(req, action, remove, (was) => (was ? 'deleted' : 'absent'))
      return { content: isDeleted ? texts.deleted : texts.nothingToDelete }
    },
  }
}

async function set(
  call: Call,
  parts: Parts,
  { text = '', visibility }: { text?: string | undefined; visibility?: Visibility | undefined },
): Promise<Message> {
  const { registry, zoneNames, audit } = parts
  const { req, person, wording } = call
  const zone = zoneNames.find(text.trim())
  if (zone === undefined) return askWhich(wording, zoneNames.suggest(text), { visibility, at: new Date() })
  const { userId, username } = person
  let before: TimezoneRecord | undefined
  const decide: Decide = (current) => {
    before = current
    return { username, timezone: zone, ...(visibility && { visibility }) }
  }
  const change = () => registry.change({ id: userId }, decide)
  const action = { action: 'set', user_id: userId, timezone: zone, visibility } as const
  const { record } = await audit.track(req, action, change, () => 'saved')
  const content = [wording.texts.saved, record && describeOwn(wording, record, new Date())].join('\n')
  const undo = record && toUndo(zoneNames, before, record)
  return { content, buttons: undo === undefined ? [] : [{ label: wording.texts.undo, id: undo }] }
}

/** The id of the button that restores the record as it was; undefined if there is nothing to restore. */
function toUndo(
  { find }: Parts['zoneNames'],
  before: TimezoneRecord | undefined,
  now: TimezoneRecord,
): string | undefined {
  if (before?.timezone === now.timezone && before.visibility === now.visibility) return undefined
  // Another program may have stored what is not a zone here.
  if (before !== undefined && find(before.timezone) === undefined) return undefined
  const { timezone = '', visibility = '' } = before ?? {}
  return toButtonId('undo', now.timezone, now.visibility, timezone, visibility)
}

/** Restores the record as it was before a set, unless it has changed since. */
async function undo(call: Call, { registry, zoneNames, audit }: Parts): Promise<Answer> {
  const { req, person, wording } = call
  const { texts } = wording
  const [, zone, seen, text = '', seenBefore] = buttonParts(call.interaction)
  const timezone = zoneNames.find(text)
  if (text !== '' && timezone === undefined) return { content: texts.unknownCommand }
  const before = timezone && { timezone, visibility: visibilityOf(seenBefore) ?? 'private' }
  const decide: Decide = (current) => {
    if (current?.timezone !== zone || current?.visibility !== seen) return undefined
    if (before !== undefined) return before
    return current?.availability === null ? 'removal' : undefined
  }
  const action: AuditedAction = { action: before ? 'set' : 'delete', user_id: person.userId, ...before }
  const change = () => registry.change({ id: person.userId }, decide)
  const done = before ? 'saved' : 'deleted'
  const decided = await audit.track(req, action, change, ({ isRefused }) => (isRefused ? 'refused' : done))
  if (decided.isRefused || decided.record === undefined)
    return { content: texts.changedMeanwhile, replaces: true }
  if (before === undefined) return { content: texts.deleted, replaces: true }
  return {
    content: [texts.restored, describeOwn(wording, decided.record, new Date())].join('\n'),
    replaces: true,
  }
}

/** Changes a part of the caller's record, if there is one. */
async function changePart(
  { req, person, wording }: Call,
  { registry, audit }: Parts,
  part: {
    action: AuditedAction
    decide: (record: TimezoneRecord) => ReturnType<Decide>
    outcome?: () => Outcome
    describe: (record: TimezoneRecord) => string
  },
): Promise<Answer> {
  const { action, decide, outcome = () => 'saved', describe } = part
  const change = () =>
    registry.change({ id: person.userId }, (record) => (record === undefined ? 'keep' : decide(record)))
  const outcomeOf = ({ record }: Decided) => (record === undefined ? 'absent' : outcome())
  const { record } = await audit.track(req, { ...action, user_id: person.userId }, change, outcomeOf)
  return { content: record === undefined ? wording.texts.notSetYourself : describe(record) }
}

async function setVisibility(call: Call, parts: Parts): Promise<Answer> {
  const { texts } = call.wording
  const visibility = visibilityOf(textOf(call, 'level'))
  if (visibility === undefined) return { content: texts.unknownCommand }
  return changePart(call, parts, {
    action: { action: 'visibility', visibility },
    decide: (record) => (record.visibility === visibility ? 'keep' : { visibility }),
    describe: () => `${texts.saved} ${texts.whoSees[visibility]}`,
  })
}

const GROUPS: Record<string, readonly (typeof WEEKDAYS)[number][]> = {
  weekdays: WEEKDAYS.slice(0, 5),
  daily: WEEKDAYS,
  weekend: WEEKDAYS.slice(5),
}
const MIDNIGHT = '24:00'

/** Replaces the week. Whether others see its hours stays as it is; at first they do not. */
async function setHours(call: Call, parts: Parts): Promise<Answer> {
  const { wording } = call
  const chosen = textOf(call, 'days') ?? ''
  const days = Object.hasOwn(GROUPS, chosen) ? GROUPS[chosen] : WEEKDAYS.filter((day) => day === chosen)
  const readClock = (option: string) => {
    const minutes = readTimeOfDay(textOf(call, option) ?? '', wording.language)
    return minutes === undefined ? undefined : toClock(minutes)
  }
  const [from, to] = [readClock('from'), readClock('to')]
  if (days === undefined || days.length === 0) return { content: wording.texts.unknownCommand }
  if (from === undefined || from === MIDNIGHT || to === undefined)
    return { content: wording.texts.unknownHours }
  const weekly = mergeWeek([{ days: [...days], from, to }])
  return changePart(call, parts, {
    action: { action: 'availability' },
    decide: ({ availability: before }) => {
      const availability = formatAvailability({ weekly, show: parseAvailability(before)?.show ?? 'state' })
      return availability === before ? 'keep' : { availability }
    },
    describe: (record) => `${wording.texts.saved}\n${describeOwn(wording, record, new Date())}`,
  })
}

async function clearHours(call: Call, parts: Parts): Promise<Answer> {
  const { texts } = call.wording
  let isDeleted = false
  return changePart(call, parts, {
    action: { action: 'availability' },
    decide: ({ availability }) => {
      isDeleted = availability !== null
      return isDeleted ? { availability: null } : 'keep'
    },
    outcome: () => (isDeleted ? 'deleted' : 'absent'),
    describe: () => (isDeleted ? texts.hoursDeleted : texts.nothingToDelete),
  })
}

/** Buttons with what a text may mean: nothing is chosen for the person. */
function askWhich(
  wording: Wording,
  suggestions: readonly string[],
  { visibility, at }: { visibility: Visibility | undefined; at: Date },
): Message {
  if (suggestions.length === 0) return { content: wording.texts.unknownPlace }
  const buttons = suggestions.map((zone) => ({
    label: (wording.clock(zone, at)?.place ?? zone).slice(0, MAX_LABEL),
    id: toButtonId('pick', zone, visibility ?? ''),
  }))
  return { content: wording.texts.whichPlace, buttons }
}
