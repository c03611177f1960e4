import type { z } from 'zod'
import { sections } from './config.ts'

/** One environment variable, as the operator's handbook describes it. */
type Variable = {
  name: string
  description: string
  /** What it accepts, in words; empty for any text. */
  accepts: string
  /** As it is written in an environment; undefined if there is none. */
  defaultValue: string | undefined
}

const MAX_COMMENT_WIDTH = 118

/** The text of `.env.example`: every variable with its default, commented out. */
export function envExample(): string {
  const intro = [
    'Settings of Timezone Registry. Copy this file to .env, next to package.json; `npm start` reads it.',
    'Each line shows its default. A setting without a value has no default.',
    'Written by `npm run config:reference` from packages/config.',
  ]
  const blocks = Object.values(sections).map((section) =>
    variablesOf(section).flatMap(({ name, description, defaultValue = '' }) => [
      ...wrap(description),
      `# ${name}=${defaultValue}`,
    ]),
  )
  return `${[intro.map((line) => `# ${line}`), ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** The tables of the configuration reference, in Markdown, with a heading for each section. */
export function configReference(): string {
  return Object.entries(sections)
    .map(([title, section]) => {
      const rows = variablesOf(section).map(
        ({ name, description, accepts, defaultValue }) =>
          `| \`${name}\` | ${defaultText(defaultValue)} | ${escapeCell(accepts)} | ${escapeCell(description)} |`,
      )
      return `## ${title}\n\n| variable | default | value | |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
    })
    .join('\n')
}

function variablesOf(section: z.ZodObject): Variable[] {
  return Object.entries(section.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data
    return {
      name,
      description: schema.description ?? '',
      accepts: acceptedValues(schema),
      defaultValue: fallback === undefined ? undefined : toEnvironment(fallback),
    }
  })
}

/** What the schema says about a value that it refuses: "must be a whole number". */
function acceptedValues(schema: z.ZodType): string {
  const message = schema.safeParse('\0').error?.issues[0]?.message ?? ''
  return message.replace(/^must (?:be|have) /, '')
}

function toEnvironment(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}

function defaultText(value: string | undefined): string {
  return value === undefined
    ? ''
    : value
        .split(',')
        .map((part) => `\`${part}\``)
        .join(', ')
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function wrap(text: string): string[] {
  const lines: string[] = []
  let line = '#'
  for (const word of text.split(' ')) {
    if (line.length + word.length >= MAX_COMMENT_WIDTH) {
      lines.push(line)
      line = '#'
    }
    line += ` ${word}`
  }
  return [...lines, line]
}
