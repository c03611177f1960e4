import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A typeface in many small files, each for some ranges of Unicode. */
export type Typeface = {
  /** The names that its files give themselves. */
  family: string
  /** How much bolder its default weight has to become, in em. */
  boldness: number
  /** The only characters that it is used for; all if undefined. */
  only: RegExp | undefined
  /** Files by the ranges they are for. */
  files: { ranges: [from: number, to: number][]; path: string }[]
}

/** Consecutive characters in one typeface. */
export type Run = { text: string; typeface: Typeface }

type Package = { name: string; family: string; boldness: number; only?: RegExp }

// In order of preference. The Chinese one has Japanese as well; the Korean one has few Chinese characters.
const PACKAGES: readonly Package[] = [
  { name: 'inter', family: 'Inter', boldness: 0.014 },
  { name: 'noto-sans-arabic', family: 'Noto Sans Arabic', boldness: 0.014 },
  { name: 'noto-sans-hebrew', family: 'Noto Sans Hebrew', boldness: 0.014 },
  { name: 'noto-sans-devanagari', family: 'Noto Sans Devanagari', boldness: 0.014 },
  { name: 'noto-sans-thai', family: 'Noto Sans Thai', boldness: 0.014 },
  { name: 'noto-sans-kr', family: 'Noto Sans KR', boldness: 0.045, only: /\p{Script=Hangul}/u },
  { name: 'noto-sans-sc', family: 'Noto Sans SC', boldness: 0.045 },
]
const UNSEEN = /[\p{M}\p{Cf}\s]/u

/** Reads the index of which file has which characters, but none of the files. */
export function loadTypefaces(): Typeface[] {
  const require = createRequire(import.meta.url)
  return PACKAGES.map(({ name, family, boldness, only }) => {
    const directory = dirname(require.resolve(`@fontsource-variable/${name}/package.json`))
    const subsets: Record<string, string> = JSON.parse(readFileSync(join(directory, 'unicode.json'), 'utf8'))
    const files = Object.entries(subsets).map(([subset, ranges]) => ({
      ranges: ranges.split(',').map(toRange),
      path: join(directory, 'files', `${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    }))
    return { family, boldness, only, files }
  })
}

/** Splits a text by typeface. Characters that none has, such as emoji, are left out. */
export function toRuns(text: string, typefaces: readonly Typeface[]): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const last = runs.at(-1)
    if (last !== undefined && (UNSEEN.test(character) || fileOf(character, last.typeface))) {
      last.text += character
      continue
    }
    const typeface = typefaces.find((typeface) => fileOf(character, typeface) !== undefined)
    if (typeface !== undefined) runs.push({ text: character, typeface })
  }
  return runs
}

/** The files that these runs need, in the order in which the renderer looks for characters that a file lacks. */
export function filesOf(runs: readonly Run[], typefaces: readonly Typeface[]): string[] {
  const paths = typefaces.flatMap((typeface) => {
    const text = runs.filter((run) => run.typeface === typeface).map((run) => run.text)
    return [...text.join('')].map((character) => fileOf(character, typeface))
  })
  return [...new Set(paths.filter((path) => path !== undefined))]
}

function fileOf(character: string, { files, only }: Typeface): string | undefined {
  if (only?.test(character) === false) return undefined
  const code = character.codePointAt(0) ?? 0
  return files.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))?.path
}

/** `U+0400-045F` or `U+2116`. */
function toRange(range: string): [number, number] {
  const [from = 0, to = from] = range
    .replace('U+', '')
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return [from, to]
}
