// The table that `npm run bench` writes.
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { loadGenerator, median, spread } from './measure.ts'

const ROUNDS = 3

type Row = { what: string; against: string; target: string; measured: string; reached: boolean | undefined }
const rows: Row[] = []

/** Each in turn, `ROUNDS` times, after a round that warms up: what slows the machine down for a while slows all. */
export async function inTurn<const Measures extends readonly (() => Promise<number>)[]>(
  measures: Measures,
): Promise<{ [Index in keyof Measures]: number[] }> {
  const results = measures.map((): number[] => [])
  for (let round = -1; round < ROUNDS; round++)
    for (const [index, measure] of measures.entries()) {
      const result = await measure()
      if (round >= 0) results[index]?.push(result)
    }
  return results as { [Index in keyof Measures]: number[] }
}

export function addRatio(
  what: string,
  against: string,
  target: number,
  ours: number[],
  theirs: number[],
): void {
  const ratio = median(ours) / median(theirs)
  if (Number.isNaN(ratio)) {
    add(what, against, `at least ${target}`, 'not measured: it is not installed', undefined)
    return
  }
  const figures = `${Math.round(median(ours))} / ${Math.round(median(theirs))} a second, ±${spread(ours)} / ${spread(theirs)} %`
  add(what, against, `at least ${target}`, `${ratio.toFixed(2)} (${figures})`, ratio >= target)
}

export function add(
  what: string,
  against: string,
  target: string,
  measured: string,
  reached: boolean | undefined,
): void {
  rows.push({ what, against, target, measured, reached })
  console.log(`${what} against ${against}: ${measured}`)
}

export function report(): void {
  const said = (reached: boolean | undefined) => (reached === undefined ? '–' : reached ? 'yes' : '**no**')
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.against} | ${row.target} | ${row.measured} | ${said(row.reached)} |`,
  )
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GB; service, database, Redis and load (${loadGenerator}) on the same machine. Medians of ${ROUNDS} rounds, in turn; ± is how far the rounds lie apart.`
  const table = `| what | against | target | measured | reached |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
  writeFileSync(
    new URL('./results.md', import.meta.url),
    `# Results\n\nWritten by \`npm run bench\`. ${machine}\n\n${table}\nWhat holds the rows that are not reached is told in [README.md](README.md).\n`,
  )
}
