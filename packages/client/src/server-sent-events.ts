import { RegistryError } from './registry-error.ts'

/** One event of a stream: `id` or `data` may be absent. */
export type ServerSentEvent = { id?: string; data?: string }

const MAX_EVENT_CHARACTERS = 1_000_000

/**
 * Parses the events of a `text/event-stream` from its chunks. Throws `unexpected_answer` if an event is
 * longer than a million characters.
 */
export function createEventParser(): { push(text: string): ServerSentEvent[] } {
  let rest = ''
  let id: string | undefined
  let data: string[] = []
  return {
    push: (text) => {
      const events: ServerSentEvent[] = []
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('id:')) id = line.slice(3).trim()
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
        else if (line === '' && (id !== undefined || data.length > 0)) {
          events.push({ ...(id !== undefined && { id }), ...(data.length > 0 && { data: data.join('\n') }) })
          id = undefined
          data = []
        }
      }
      const length = data.reduce((sum, line) => sum + line.length, rest.length)
      if (length > MAX_EVENT_CHARACTERS)
        throw new RegistryError('unexpected_answer', 'An event of the stream is too long')
      return events
    },
  }
}
