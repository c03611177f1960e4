/** Throws if tests must run here, as in CI, where `REQUIRE_<name>` is 1; otherwise they are skipped for this reason. */
export function failIfRequired(name: string, reason: string): void {
  if (process.env[`REQUIRE_${name}`] === '1') throw new Error(`REQUIRE_${name}=1, but ${reason}`)
}
