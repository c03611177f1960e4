import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { FORMATS, type Format, readValues } from './formats.ts'

/** An opened file or list. `name` is what it is called in messages: without the credentials and query of a URL. */
export type Source = {
  name: string
  bytes: AsyncIterable<Uint8Array>
  totalBytes: number | undefined
  format: Format
}

/** Opens a file, or the URL of a list. Rejects if it does not exist or its format is unknown. */
export async function openSource(from: string, given?: Format): Promise<Source> {
  const name = nameOf(from)
  if (/^https?:\/\//.test(from)) return { name, ...(await openList(new URL(from), given)) }
  const format = given ?? formatOf(from)
  // Before the stream is created, because nothing would handle its error.
  const { size } = await stat(from)
  return { name, bytes: createReadStream(from), totalBytes: size, format }
}

/** The records of a source, not validated. Rejects with its name and what is wrong with it. */
export async function* readSource({ name, bytes, format }: Source): AsyncGenerator<unknown> {
  try {
    yield* readValues({ bytes, format })
  } catch (error) {
    throw new Error(
      `${name} cannot be read as ${format}: ${reasonOf(error)}. Rows before this may have been imported; it is safe to repeat.`,
      { cause: error },
    )
  }
}

async function openList(url: URL, given: Format | undefined): Promise<Omit<Source, 'name'>> {
  const authorization = authorizationOf(url)
  // fetch refuses credentials in a URL.
  url.username = url.password = ''
  const headers = { accept: 'application/json', ...(authorization && { authorization }) }
  const response = await fetch(url, { headers }).catch((error: unknown) => {
    throw new Error(`${nameOf(url.href)} cannot be read: ${reasonOf(error)}`, { cause: error })
  })
  if (!response.ok || response.body === null)
    throw new Error(`${nameOf(url.href)} answered with ${response.status}`)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const length =
    response.headers.get('content-encoding') === null ? response.headers.get('content-length') : null
  return {
    bytes: Readable.fromWeb(response.body),
    totalBytes: length === null ? undefined : Number(length),
    format: given ?? (isJson ? 'json' : formatOf(url.pathname)),
  }
}

/** The `Authorization` header for a URL with credentials. */
function authorizationOf({ href, username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  try {
    const credentials = decodeURIComponent(`${username}:${password}`)
    return `Basic ${Buffer.from(credentials).toString('base64')}`
  } catch {
    throw new Error(`The credentials in ${nameOf(href)} have a % that encodes nothing: write it as %25`)
  }
}

function nameOf(from: string): string {
  const url = URL.parse(from)
  if (url === null) return from
  url.username = url.password = url.search = ''
  return url.href
}

/** fetch has the reason in its error's cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}

function formatOf(path: string): Format {
  const format = FORMATS.find((known) => path.toLowerCase().endsWith(`.${known}`))
  if (format === undefined)
    throw new Error(`The format of ${path} is not clear from its name: add --format ${FORMATS.join(' | ')}`)
  return format
}
