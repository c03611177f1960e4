const DAY_MINUTES = 24 * 60
const HALF_AWAKE = 15
const HALF_ASLEEP = 3.5
// In minutes before and after the moments of waking and falling asleep.
const SWELLING = { before: 30, after: 12 }
const TAPERING = { before: 48, after: 6 }
const [START, END] = [-4 * DAY_MINUTES, 6 * DAY_MINUTES]

/** The height of a ribbon while awake, in the units of {@link ribbonPath}. */
export const RIBBON_HEIGHT = 2 * HALF_AWAKE

/**
 * The outline of a ribbon as the path of an SVG, from four days before a local midnight to six after: a minute is a unit
 * wide, midnight at 0, and the middle of the ribbon at 0. It is thick in these ranges of minutes, sorted and apart.
 */
export function ribbonPath(ranges: readonly (readonly [from: number, until: number])[]): string {
  const bends = ranges.flatMap(([from, until], index): Bend[] => {
    const [gapBefore, gapAfter] = [
      from - (ranges[index - 1]?.[1] ?? START),
      (ranges[index + 1]?.[0] ?? END) - until,
    ]
    // Short ranges and gaps have no room for whole bends.
    const within = Math.min(1, (until - from) / (SWELLING.after + TAPERING.before))
    const outside = (gap: number) => Math.min(1, gap / (SWELLING.before + TAPERING.after))
    return [
      {
        start: from - SWELLING.before * outside(gapBefore),
        end: from + SWELLING.after * within,
        from: HALF_ASLEEP,
        to: HALF_AWAKE,
      },
      {
        start: until - TAPERING.before * within,
        end: until + TAPERING.after * outside(gapAfter),
        from: HALF_AWAKE,
        to: HALF_ASLEEP,
      },
    ]
  })
  const above = bends.map((bend) => `H${bend.start}C${curve(bend, -1)}`)
  const below = bends.toReversed().map((bend) => `H${bend.end}C${curve(reverse(bend), 1)}`)
  return `M${START} ${-HALF_ASLEEP}${above.join('')}H${END}V${HALF_ASLEEP}${below.join('')}H${START}Z`
}

type Bend = { start: number; end: number; from: number; to: number }

function reverse({ start, end, from, to }: Bend): Bend {
  return { start: end, end: start, from: to, to: from }
}

/** Horizontal at both ends. */
function curve({ start, end, from, to }: Bend, side: 1 | -1): string {
  const middle = (start + end) / 2
  return `${middle} ${side * from} ${middle} ${side * to} ${end} ${side * to}`
}
