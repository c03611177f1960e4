import { readFile } from 'node:fs/promises'

/** A request in the reference and the response that it shows. `…` stands for a value that varies. */
export type Example = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  answer: { status: number; headers: Record<string, string>; body: string | undefined }
}

const BLOCK = /^```http\n([\s\S]*?)^```$/gm
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?(Z|[+-]\d\d:\d\d)$/

/** The `http` blocks of a Markdown file in pairs: a request and its response. */
export async function loadExamples(file: string): Promise<Example[]> {
  const blocks = [...(await readFile(file, 'utf8')).matchAll(BLOCK)].map(([, text = '']) => parse(text))
  return blocks.flatMap(({ start, headers, body }, index) => {
    if (start.startsWith('HTTP/')) return []
    const [method = '', path = ''] = start.split(' ')
    const answer = blocks[index + 1]
    if (!answer?.start.startsWith('HTTP/')) throw new Error(`The example ${start} has no answer`)
    const status = Number(answer.start.split(' ')[1])
    return [{ method, path, headers, body, answer: { ...answer, status } }]
  })
}

/** Whether a value is as expected. Lists and objects match exactly unless the expected one ends with `…`. */
export function agrees(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'string' && typeof actual === 'string') return agreesText(expected, actual)
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const items = expected.at(-1) === '…' ? expected.slice(0, -1) : expected
    if (items === expected && actual.length !== items.length) return false
    return items.every((item, index) => agrees(item, actual[index]))
  }
  if (isObject(expected) && isObject(actual)) {
    const names = Object.keys(expected).filter((name) => name !== '…')
    if (!('…' in expected) && Object.keys(actual).length !== names.length) return false
    return names.every((name) => agrees(expected[name], actual[name]))
  }
  return Object.is(expected, actual)
}

/** `…` stands for any text, and a date for any other at the same offset. */
export function agreesText(expected: string, actual: string): boolean {
  const offset = DATE.exec(expected)?.[1]
  if (offset !== undefined) return DATE.exec(actual)?.[1] === offset
  return new RegExp(`^${expected.split('…').map(RegExp.escape).join('[^]*')}$`).test(actual)
}

function parse(text: string) {
  const [head = '', ...rest] = text.split('\n\n')
  const [start = '', ...lines] = head.trim().split('\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)))
  const body = rest.join('\n\n').trim()
  return { start, headers, body: body === '' ? undefined : body }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
