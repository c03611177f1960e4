import { RegistryError } from './registry-error.ts'
import type { Change, ListedTimezone, TimezoneList } from './wire.ts'

export type MirrorCopy = {
  readonly users: ReadonlyMap<string, ListedTimezone>
  apply(change: Change): void
  /** Makes the map equal to the list, by changes as of now. The first list is what the changes begin with. */
  replaceBy(list: TimezoneList): void
}

/** The records of a mirror, until `signal` is aborted, and what changes them. Throws `mirror_full` beyond `maxUsers`. */
export function createMirrorCopy({
  onChange,
  maxUsers,
  signal,
}: {
  onChange: ((change: Change) => void) | undefined
  maxUsers: number
  signal: AbortSignal
}): MirrorCopy {
  const users = new Map<string, ListedTimezone>()
  let isFilled = false

  function apply(change: Change): void {
    // `onChange` may have closed the mirror while more changes were pending.
    if (signal.aborted) return
    if (change.type === 'delete') users.delete(change.user_id)
    else if (change.type === 'set')
      users.set(change.user_id, { username: change.username, timezone: change.timezone })
    // A newer service may report other kinds of change.
    else return
    if (users.size > maxUsers)
      throw new RegistryError('mirror_full', `There are more than ${maxUsers} records`)
    if (isFilled) onChange?.(change)
  }

  function replaceBy(list: TimezoneList): void {
    const at = new Date().toISOString()
    for (const user_id of users.keys())
      if (!Object.hasOwn(list, user_id)) apply({ type: 'delete', user_id, at })
    for (const [user_id, { username, timezone }] of Object.entries(list)) {
      const known = users.get(user_id)
      if (known?.username !== username || known.timezone !== timezone)
        apply({ type: 'set', user_id, username, timezone, at })
    }
    isFilled = true
  }

  return { users, apply, replaceBy }
}
