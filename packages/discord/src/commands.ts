import { buttonParts, type Call, type Command, textOf } from './call.ts'
import { type Answer, COMMAND, INTERACTION, type Interaction, OPTION } from './interaction.ts'
import { createReadCommands } from './read-commands.ts'
import { TEXTS } from './texts.ts'
import { WRITE_COMMANDS } from './write-commands.ts'

// By its English name, as it is registered.
const LOCAL_TIME = TEXTS.en.commands.localTime

/** Returns a function that finds the command of an interaction, or undefined for an unknown one. */
export function createFindCommand(): (interaction: Interaction) => Command | undefined {
  const { chat, menu, typing, buttons, forms } = listCommands()
  return (interaction) => {
    const { type, data } = interaction
    const [kind] = buttonParts(interaction)
    if (type === INTERACTION.component) return entry(buttons, kind)
    if (type === INTERACTION.modal) return entry(forms, kind)
    if (type === INTERACTION.autocomplete) return entry(typing, pathOf(interaction))
    if (type !== INTERACTION.command) return undefined
    return data?.type === COMMAND.user ? entry(menu, data.name) : entry(chat, pathOf(interaction))
  }
}

type Table = Record<string, Command>

/** By names and subcommands; buttons and forms by what their ids begin with. */
function listCommands(): Record<'chat' | 'menu' | 'typing' | 'buttons' | 'forms', Table> {
  const reads = createReadCommands()
  const writes = WRITE_COMMANDS
  return {
    chat: {
      time: reads.time,
      times: reads.times,
      when: reads.when,
      'timezone set': writes.set,
      'timezone show': reads.show,
      'timezone visibility': writes.visibility,
      'timezone delete': writes.remove,
      'availability set': writes.setHours,
      'availability clear': writes.clearHours,
    },
    menu: { [LOCAL_TIME]: reads.time },
    typing: { 'timezone set': suggest },
    buttons: { share: reads.share, change: openForm, pick: writes.pick },
    forms: { set: writes.setTyped },
  }
}

const MAX_CHOICES = 25
const MAX_CHARACTERS = 100
// Longer than any name. The time to compare grows with the length.
const MAX_QUERY = 64

/** The zones that a text may mean, each with its time. */
async function suggest(call: Call): Promise<Answer> {
  const { registry, wording } = call
  const { language, region } = wording
  const text = textOf(call, 'zone')
  if (text === undefined || text.length > MAX_QUERY) return { choices: [] }
  const found = await registry.suggest(text, { language, region, limit: MAX_CHOICES })
  const now = new Date()
  const choices = found.map(({ timezone, label, utc_offset_seconds }) => ({
    name: `${wording.timeAt(now, utc_offset_seconds)} · ${label}`.slice(0, MAX_CHARACTERS),
    value: timezone,
  }))
  return { choices }
}

async function openForm({ wording: { text } }: Call): Promise<Answer> {
  return { form: { id: 'set', title: text('formTitle'), label: text('formLabel') } }
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
