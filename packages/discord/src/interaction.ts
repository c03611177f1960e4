import { z } from 'zod'

// https://discord.com/developers/docs/interactions/receiving-and-responding
/** What Discord sends, by its numbers. */
export const INTERACTION = { ping: 1, command: 2, component: 3, autocomplete: 4, modal: 5 } as const

/** The kinds of commands, by Discord's numbers. */
export const COMMAND = { chat: 1, user: 2 } as const

/** The kinds of options, by Discord's numbers. */
export const OPTION = { subcommand: 1, text: 3, boolean: 5, user: 6 } as const

const idSchema = z.string().regex(/^\d{1,20}$/)
const userSchema = z.object({ id: idSchema, username: z.string(), global_name: z.string().nullish() })
const memberSchema = z.object({ nick: z.string().nullish() })
const valueSchema = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
})
const optionSchema = valueSchema.extend({
  type: z.number().optional(),
  options: z.array(valueSchema).optional(),
})
const fieldSchema = z.object({ custom_id: z.string(), value: z.string() })

const dataSchema = z.object({
  name: z.string().optional(),
  type: z.number().optional(),
  options: z.array(optionSchema).optional(),
  resolved: z
    .object({
      users: z.record(z.string(), userSchema).optional(),
      members: z.record(z.string(), memberSchema).optional(),
    })
    .optional(),
  target_id: idSchema.optional(),
  custom_id: z.string().optional(),
  components: z.array(z.object({ components: z.array(fieldSchema) })).optional(),
})

/** An interaction. What Discord adds or changes later is left out instead of refused: every interaction gets an answer. */
export const interactionSchema = z.object({
  id: idSchema,
  type: z.number().int(),
  locale: z.string().optional().catch(undefined),
  user: userSchema.optional().catch(undefined),
  member: memberSchema.extend({ user: userSchema }).optional().catch(undefined),
  data: dataSchema.optional().catch(undefined),
  message: z.object({ content: z.string() }).optional().catch(undefined),
})

export type Interaction = z.infer<typeof interactionSchema>

export type DiscordUser = z.infer<typeof userSchema>

type Button = { label: string; id: string }

/** `isPublic`: everyone in the channel sees it. `replaces`: it takes the place of the message with the button. */
export type Message = { content: string; buttons?: Button[]; isPublic?: boolean; replaces?: boolean }

/** What a person gets. */
export type Answer =
  | Message
  | { choices: { name: string; value: string }[] }
  | { form: { id: string; title: string; label: string } }

const RESPONSE = { pong: 1, message: 4, update: 7, choices: 8, form: 9 } as const
const EPHEMERAL = 64
const [ROW, BUTTON, TEXT_INPUT] = [1, 2, 4]
const [GREY, SHORT] = [2, 1]
const MAX_FIELD_CHARACTERS = 100

/** The answer to Discord's check of the endpoint. */
export const PONG = { type: RESPONSE.pong }

/** An answer in the wire format. No text of it notifies anybody. */
export function toResponse(answer: Answer): object {
  if ('choices' in answer) return { type: RESPONSE.choices, data: answer }
  if ('form' in answer) return { type: RESPONSE.form, data: toForm(answer.form) }
  const { content, buttons = [], isPublic = false, replaces = false } = answer
  const toButton = ({ label, id }: Button) => ({ type: BUTTON, style: GREY, label, custom_id: id })
  return {
    type: replaces ? RESPONSE.update : RESPONSE.message,
    data: {
      content,
      components: buttons.length > 0 ? [{ type: ROW, components: buttons.map(toButton) }] : [],
      allowed_mentions: { parse: [] },
      // A message keeps its own.
      ...(!isPublic && !replaces && { flags: EPHEMERAL }),
    },
  }
}

function toForm({ id, title, label }: { id: string; title: string; label: string }) {
  const field = { type: TEXT_INPUT, custom_id: 'text', style: SHORT, label, max_length: MAX_FIELD_CHARACTERS }
  return { custom_id: id, title, components: [{ type: ROW, components: [field] }] }
}
