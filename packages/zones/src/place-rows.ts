import { readFileSync } from 'node:fs'
import type { PlaceRow } from './places.ts'

/** One row a line, its values separated by tabs. `npm run generate` in this package writes it. */
export const PLACES_FILE: URL = new URL('places.txt', import.meta.url)

/** Reads every place, about 250 KB. */
export function loadPlaceRows(): PlaceRow[] {
  const lines = readFileSync(PLACES_FILE, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [kind, label, country, zone, thousands, ...names] = line.split('\t')
    return [kind, label, country, zone, Number(thousands), ...names] as PlaceRow
  })
}
