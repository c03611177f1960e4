import moment from 'moment-timezone/moment-timezone-utils.js'

// RFC 9636. The first block, of 32-bit times, comes before the one that is read.
const HEADER_BYTES = 44
const COUNTS = ['isUtc', 'isStandard', 'leaps', 'times', 'types', 'characters'] as const

/** Packs a zone that `zic` has compiled, as `moment-timezone` does. */
export function packZone(name: string, file: Buffer): string {
  if (file.toString('latin1', 0, 4) !== 'TZif') throw new Error(`${name} is not a compiled zone`)
  const start = HEADER_BYTES + blockBytes(countsAt(file, 0), 4)
  const { times, types, characters } = countsAt(file, start)
  const block = file.subarray(start + HEADER_BYTES)
  const indices = block.subarray(times * 8)
  const eras = indices.subarray(times)
  const abbreviations = eras.toString('latin1', types * 6, types * 6 + characters)
  const eraAt = (type: number) => {
    const from = eras.readUInt8(type * 6 + 5)
    const abbreviation = abbreviations.slice(from, abbreviations.indexOf('\0', from))
    return { minutesWest: eras.readInt32BE(type * 6) / -60 + 0, abbreviation }
  }
  // The first era, before every change, has type 0.
  const all = [0, ...indices.subarray(0, times)].map(eraAt)
  const untils = all.slice(1).map((_, index) => Number(block.readBigInt64BE(index * 8)) * 1000)
  return moment.tz.pack({
    name,
    abbrs: all.map(({ abbreviation }) => abbreviation),
    offsets: all.map(({ minutesWest }) => minutesWest),
    untils: [...untils, Number.POSITIVE_INFINITY],
  })
}

type Counts = Record<(typeof COUNTS)[number], number>

function countsAt(file: Buffer, start: number): Counts {
  const counts = COUNTS.map((name, index) => [name, file.readUInt32BE(start + 20 + index * 4)] as const)
  return Object.fromEntries(counts) as Counts
}

function blockBytes(counts: Counts, timeBytes: number): number {
  const { isUtc, isStandard, leaps, times, types, characters } = counts
  return times * (timeBytes + 1) + types * 6 + characters + leaps * (timeBytes + 4) + isStandard + isUtc
}
