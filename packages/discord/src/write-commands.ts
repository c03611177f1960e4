import { mergeWeek, toClock, WEEKDAYS } from '@timezone-registry/zones/availability'
import { readTimeOfDay } from '@timezone-registry/zones/time-of-day'
import { buttonParts, type Call, describeOwn, textOf, toButtonId, visibilityOf } from './call.ts'
import type { Answer, Message } from './interaction.ts'
import type { SavedZone, Visibility } from './registry.ts'
import type { Wording } from './wording.ts'

const MAX_LABEL = 80

/** The commands that change the caller's own record. */
export const WRITE_COMMANDS = {
  set: async (call: Call): Promise<Answer> => {
    const level = textOf(call, 'visibility')
    const visibility = visibilityOf(level)
    // Without the one that was chosen, it might be public.
    if (level !== undefined && visibility === undefined)
      return { content: call.wording.text('unknownCommand') }
    return set(call, textOf(call, 'zone'), visibility)
  },
  /** What was typed into the form. */
  setTyped: (call: Call): Promise<Answer> => {
    const [field] = call.interaction.data?.components?.flatMap(({ components }) => components) ?? []
    return set(call, field?.value)
  },
  /** One of the places that a text may mean. */
  pick: async (call: Call): Promise<Answer> => {
    const [, zone, visibility] = buttonParts(call.interaction)
    return { ...(await set(call, zone, visibilityOf(visibility))), replaces: true }
  },
  visibility: setVisibility,
  setHours,
  clearHours,
  remove: async ({ registry, wording: { text } }: Call): Promise<Answer> => ({
    content: text((await registry.remove()) ? 'deleted' : 'nothingToDelete'),
  }),
}

async function set(call: Call, timezone = '', visibility?: Visibility): Promise<Message> {
  const { registry, wording } = call
  const done = await registry.set({ timezone, visibility })
  if ('suggestions' in done) return askWhich(wording, done.suggestions, visibility)
  return { content: [wording.text('saved'), describeOwn(wording, done.record, new Date())].join('\n') }
}

/** Buttons with what a text may mean: nothing is chosen for the person. */
function askWhich(
  wording: Wording,
  suggestions: readonly SavedZone[],
  visibility: Visibility | undefined,
): Message {
  if (suggestions.length === 0) return { content: wording.text('unknownPlace') }
  const buttons = suggestions.map((zone) => ({
    label: wording.place(zone).slice(0, MAX_LABEL),
    id: toButtonId('pick', zone.timezone, visibility ?? ''),
  }))
  return { content: wording.text('whichPlace'), buttons }
}

async function setVisibility(call: Call): Promise<Answer> {
  const { text } = call.wording
  const visibility = visibilityOf(textOf(call, 'level'))
  if (visibility === undefined) return { content: text('unknownCommand') }
  const changed = await call.registry.change({ visibility })
  return { content: changed ? `${text('saved')} ${text(`whoSees.${visibility}`)}` : text('notSetYourself') }
}

const GROUPS: Record<string, readonly (typeof WEEKDAYS)[number][]> = {
  weekdays: WEEKDAYS.slice(0, 5),
  daily: WEEKDAYS,
  weekend: WEEKDAYS.slice(5),
}
const MIDNIGHT = '24:00'

async function setHours(call: Call): Promise<Answer> {
  const { wording } = call
  const { text } = wording
  const chosen = textOf(call, 'days') ?? ''
  const days = Object.hasOwn(GROUPS, chosen) ? GROUPS[chosen] : WEEKDAYS.filter((day) => day === chosen)
  const readClock = (option: string) => {
    const minutes = readTimeOfDay(textOf(call, option) ?? '', wording.language)
    return minutes === undefined ? undefined : toClock(minutes)
  }
  const [from, to] = [readClock('from'), readClock('to')]
  if (days === undefined || days.length === 0) return { content: text('unknownCommand') }
  if (from === undefined || from === MIDNIGHT || to === undefined) return { content: text('unknownHours') }
  const changed = await call.registry.change({ weekly: mergeWeek([{ days: [...days], from, to }]) })
  if (changed === undefined) return { content: text('notSetYourself') }
  return { content: `${text('saved')}\n${describeOwn(wording, changed.record, new Date())}` }
}

async function clearHours({ registry, wording: { text } }: Call): Promise<Answer> {
  const changed = await registry.change({ weekly: null })
  if (changed === undefined) return { content: text('notSetYourself') }
  return { content: text(changed.isChanged ? 'hoursDeleted' : 'nothingToDelete') }
}
