import type { RecentAction } from '@timezone-registry/contract'
import type { AuditedAction, Outcome } from './audit.ts'

/** The latest audited actions of this process, in memory: the service keeps no audit but its log, which it cannot read. */
export type RecentActions = ReturnType<typeof createRecentActions>

type Given = AuditedAction & { caller: RecentAction['caller']; outcome: Outcome } & Partial<
    Pick<RecentAction, 'user_ids' | 'visibility' | 'key_id'> & { user_id: string }
  >

// In UTF-16, so about 2,500 actions.
const MAX_BYTES = 1_000_000

export function createRecentActions({ maxBytes = MAX_BYTES } = {}) {
  // As text, whose size is known.
  const kept: string[] = []
  let bytes = 0
  let removed = 0
  return {
    /** When the process started. */
    since: new Date().toISOString(),
    /** Keeps an action without the requested time zone, which only the log has. */
    add: ({ user_id, user_ids = [], caller, action, outcome, visibility, key_id }: Given): void => {
      const [id, at] = [removed + kept.length + 1, new Date().toISOString()]
      const about = user_id === undefined ? user_ids : [user_id]
      const entry = { id, at, caller, action, outcome, user_ids: about, visibility, key_id }
      const text = JSON.stringify(entry satisfies Record<keyof RecentAction, unknown>)
      kept.push(text)
      bytes += 2 * text.length
      while (bytes > maxBytes) {
        bytes -= 2 * (kept.shift() ?? '').length
        removed += 1
      }
    },
    /** The newest first; with `before`, from the one before the action with this id. */
    list: ({ before = Infinity, limit }: { before?: number | undefined; limit: number }): RecentAction[] => {
      const end = Math.max(0, Math.min(kept.length, before - 1 - removed))
      const page = kept.slice(Math.max(0, end - limit), end)
      return page.map((text) => JSON.parse(text)).toReversed()
    },
  }
}
