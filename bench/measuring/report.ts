import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { settings } from '../settings.ts'
import { loadGenerator } from './load.ts'

/** One line of results.md. */
export type Row = {
  what: string
  against: string
  target: string
  measured: string
  /** Milliseconds, the service / the baseline; empty if not measured, like the next three. */
  p50?: string
  p99?: string
  cpu?: string
  loopDelay?: string
  /** Undefined if there is no target or nothing could be measured. */
  reached: boolean | undefined
  /** The most cores that other processes used during a round; above 0.1, the row is unreliable. */
  otherCores?: number
}

/** The results of one run of a subject. A later run replaces all of them. */
type SubjectResult = { rows: Row[]; server: string; settings: string; date: string } | { text: string }

const JSON_FILE = new URL('../results.json', import.meta.url)
const MARKDOWN_FILE = new URL('../results.md', import.meta.url)
// A subject's table has the columns that one of its rows fills; results.json has the other figures.
const COLUMNS: Record<string, (row: Row) => string> = {
  what: ({ what }) => what,
  against: ({ against }) => (against === '–' ? '' : against),
  target: ({ target, reached }) =>
    NO_TARGET.has(target) ? '' : reached === false ? `**${target}**` : target,
  measured: ({ measured, otherCores = 0 }) =>
    otherCores > MAX_OTHER_CORES ? `${measured}; others: ${otherCores.toFixed(1)} cores` : measured,
}
const MAX_OTHER_CORES = 0.1
const NO_TARGET = new Set(['–', 'for scale'])

// The long runs, which follow the subjects and write a text of their own.
const LONG_RUNS = ['soak', 'growth'] as const

/** Replaces the results of one subject and writes results.json and results.md. */
export function writeResults(subject: string, order: readonly string[], rows: Row[], server: string): void {
  const all = readResults()
  const length = `${settings.seconds} s, ${settings.rounds} rounds`
  all[subject] = { rows, server, settings: length, date: new Date().toISOString().slice(0, 10) }
  const names = [...order, ...LONG_RUNS]
  write(Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : []))))
}

/** Replaces the section of a long run, in Markdown, in results.json and results.md. */
export function writeLongRun(name: (typeof LONG_RUNS)[number], text: string): void {
  write({ ...readResults(), [name]: { text } })
}

function write(results: Record<string, SubjectResult>): void {
  writeFileSync(JSON_FILE, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(MARKDOWN_FILE, toMarkdown(results))
}

function readResults(): Record<string, SubjectResult> {
  try {
    return JSON.parse(readFileSync(JSON_FILE, 'utf8'))
  } catch {
    return {}
  }
}

function toMarkdown(results: Record<string, SubjectResult>): string {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GB. Service, database, Redis and load generator (${loadGenerator}) share the machine.`
  let conditions = ''
  const sections = Object.entries(results).map(([subject, result]) => {
    if ('text' in result) return `## ${subject}\n\n${result.text}\n`
    const { rows, server, settings: length, date } = result
    const previous = conditions
    conditions = `${date}, ${server}, ${length}.\n\n`
    return `## ${subject}\n\n${conditions === previous ? '' : conditions}${toTable(rows)}\n`
  })
  return `# Results

Written by \`npm run bench\`. ${machine}

Two figures with a slash are the service's and the baseline's, as medians of rounds in turn; ± is the distance between the largest
and the smallest round in percent. *Others* are processes that do not belong to it. A bold target was missed, which it also is if the event loop is delayed by more than 10 ms (p99).
[results.json](results.json) has the latencies and the CPU of every row; [README.md](README.md) explains the baselines and the misses.

${sections.join('\n')}`
}

function toTable(rows: Row[]): string {
  const columns = Object.entries(COLUMNS).filter(([, toCell]) => rows.some((row) => toCell(row) !== ''))
  const lines = [
    columns.map(([name]) => name),
    ...rows.map((row) => columns.map(([, toCell]) => toCell(row))),
  ]
  const [head = '', ...body] = lines.map((cells) => `| ${cells.join(' | ')} |`)
  return [head, `|${'---|'.repeat(columns.length)}`, ...body].join('\n')
}
