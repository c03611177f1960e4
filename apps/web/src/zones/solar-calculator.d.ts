/** https://github.com/mbostock/solar-calculator: NOAA's equations; it brings no types of its own. */
declare module 'solar-calculator' {
  /** Julian centuries since 2000. */
  export function century(date: Date): number
  /** Degrees. */
  export function declination(century: number): number
  /** Minutes. */
  export function equationOfTime(century: number): number
}
