import { buttonParts, type Call, type Command, textOf } from './call.ts'
import { COMMAND_TEXTS } from './command-texts.ts'
import type { FindPlaces } from './find-places.ts'
import { type Answer, COMMAND, INTERACTION, type Interaction, OPTION } from './interaction.ts'
import { createReadCommands } from './read-commands.ts'
import { createWriteCommands } from './write-commands.ts'

/** Finds the command of an interaction; undefined for one that is not known here. */
export type Commands = { find(interaction: Interaction): Command | undefined }

export type CommandsOptions = Parameters<typeof createReadCommands>[0] &
  Parameters<typeof createWriteCommands>[0] & { findPlaces: FindPlaces }

// By its English name, as it is registered.
const LOCAL_TIME = COMMAND_TEXTS['en-US'].localTime

export function createCommands(options: CommandsOptions): Commands {
  const { chat, menu, typing, buttons, forms } = listCommands(options)
  return {
    find: (interaction) => {
      const { type, data } = interaction
      const [kind] = buttonParts(interaction)
      if (type === INTERACTION.component) return entry(buttons, kind)
      if (type === INTERACTION.modal) return entry(forms, kind)
      if (type === INTERACTION.autocomplete) return entry(typing, pathOf(interaction))
      if (type !== INTERACTION.command) return undefined
      return data?.type === COMMAND.user ? entry(menu, data.name) : entry(chat, pathOf(interaction))
    },
  }
}

type Table = Record<string, Command>

/** By names and subcommands; buttons and forms by what their ids begin with. */
function listCommands(
  options: CommandsOptions,
): Record<'chat' | 'menu' | 'typing' | 'buttons' | 'forms', Table> {
  const reads = createReadCommands(options)
  const writes = createWriteCommands(options)
  const set = { name: 'timezone set', limit: 'write' } as const
  return {
    chat: {
      time: { name: 'time', limit: 'read', run: reads.time },
      times: { name: 'times', limit: 'lookup', run: reads.times },
      when: { name: 'when', limit: 'read', run: reads.when },
      'timezone set': { ...set, run: writes.set },
      'timezone show': { name: 'timezone show', limit: 'read', run: reads.show },
      'timezone visibility': { name: 'timezone visibility', limit: 'write', run: writes.visibility },
      'availability set': { name: 'availability set', limit: 'write', run: writes.setHours },
      'availability clear': { name: 'availability clear', limit: 'write', run: writes.clearHours },
      'timezone delete': { name: 'timezone delete', limit: 'write', run: writes.remove },
    },
    menu: { [LOCAL_TIME]: { name: 'local time', limit: 'read', run: reads.time } },
    typing: {
      'timezone set': { name: 'autocomplete', limit: 'read', run: (call) => suggest(call, options) },
    },
    buttons: {
      share: { name: 'share', limit: 'read', run: reads.share },
      change: { name: 'change', limit: 'read', run: openForm },
      pick: { ...set, run: writes.pick },
      undo: { name: 'undo', limit: 'write', run: writes.undo },
    },
    forms: { set: { ...set, run: writes.setTyped } },
  }
}

async function suggest(call: Call, { findPlaces }: CommandsOptions): Promise<Answer> {
  const text = textOf(call, 'zone')
  return { choices: text === undefined ? [] : findPlaces(text, call.wording) }
}

async function openForm({ wording: { texts } }: Call): Promise<Answer> {
  return { form: { id: 'set', title: texts.formTitle, label: texts.formLabel } }
}

/** Not `table[key]`, which finds `constructor` too. */
function entry(table: Table, key: string | undefined): Command | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}

/** `timezone set` */
function pathOf({ data }: Interaction): string {
  const [first] = data?.options ?? []
  return first?.type === OPTION.subcommand ? `${data?.name} ${first.name}` : (data?.name ?? '')
}
