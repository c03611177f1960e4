// The errors for which plugins use a name other than the code.
const NAMES: Record<string, string> = { unauthenticated: 'unauthorized', internal: 'internal_error' }

/** The members that an error under `/api` has in addition to those of every problem; none for other paths. */
export function pluginProblemMembers({ path, code }: { path: string; code: string }): { error?: string } {
  return /^\/api(?:\/|$)/i.test(path) ? { error: NAMES[code] ?? code } : {}
}
