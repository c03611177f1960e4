// Where the plugins' name of an error is not its code.
const NAMES: Record<string, string> = { unauthenticated: 'unauthorized', internal: 'internal_error' }

/** What an error under `/api` holds besides the members of every problem; nothing elsewhere. */
export function pluginProblemMembers({ path, code }: { path: string; code: string }): { error?: string } {
  return /^\/api(?:\/|$)/i.test(path) ? { error: NAMES[code] ?? code } : {}
}
