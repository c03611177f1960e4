const RADIUS = 16

/**
 * The lit part of the moon as the path of an SVG, by its phase: 0 if it is new, 0.5 if it is full. Never nothing, so that
 * the new moon is seen as a line.
 */
export function moonPath(phase: number, { isSouth }: { isSouth: boolean }): string {
  const isWaxing = phase < 0.5
  // North of the equator, it waxes from the right.
  const isRight = isWaxing !== isSouth
  const lit = Math.min(Math.max(phase, 0.04), 0.96)
  const bulge = Math.cos(lit * 2 * Math.PI)
  const edge = isRight ? 1 : 0
  const shadow = bulge > 0 === isRight ? 0 : 1
  const width = (Math.abs(bulge) * RADIUS).toFixed(1)
  return `M0 ${-RADIUS}A${RADIUS} ${RADIUS} 0 0 ${edge} 0 ${RADIUS}A${width} ${RADIUS} 0 0 ${shadow} 0 ${-RADIUS}Z`
}
