/**
 * How long and how often each variant is measured, from the environment. Short settings are for trying a subject only.
 */
export const settings = {
  /** Length of one measurement. */
  seconds: numberFrom('BENCH_SECONDS', 4),
  /** Measurements of each variant after a warm-up; the report gives their median. */
  rounds: numberFrom('BENCH_ROUNDS', 3),
  /** How long a measurement waits for other processes to finish; then it starts anyway and the row says so. */
  quietSeconds: numberFrom('BENCH_QUIET_SECONDS', 60),
  /** Records in the large table. */
  records: numberFrom('BENCH_RECORDS', 1_000_000),
  /** The duration of the soak. */
  memorySeconds: numberFrom('BENCH_MEMORY_SECONDS', 600),
  /** How long a service is left alone before its memory at rest is read. */
  restSeconds: numberFrom('BENCH_REST_SECONDS', 60),
  /** The path of the original service's program; undefined where its rows are skipped. */
  original: process.env.BENCH_ORIGINAL,
}

function numberFrom(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} must be a number of at least 0`)
  return value
}
