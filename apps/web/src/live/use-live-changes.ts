import { changeSchema } from '@timezone-registry/contract'
import { useEffect } from 'react'
import { api } from '../api.ts'

const FIRST_WAIT_MILLISECONDS = 1000
const LONGEST_WAIT_MILLISECONDS = 30_000
// A burst of changes renews what is shown once.
const GATHER_MILLISECONDS = 300
// The service counts everyone at most every three seconds.
const COUNT_MILLISECONDS = 3500

/**
 * Renews what is shown when a record changes elsewhere. Goes on where it stopped after a break, waiting longer each
 * time; a page that nobody looks at listens to nothing, and learns what it missed when it is looked at again.
 */
export function useLiveChanges(enabled: boolean): void {
  const queryClient = api.useQueryClient()
  useEffect(() => {
    if (!enabled) return
    let source: EventSource | undefined
    let cursor: string | undefined
    let wait = FIRST_WAIT_MILLISECONDS
    let timer: ReturnType<typeof setTimeout> | undefined
    let gathering: ReturnType<typeof setTimeout> | undefined
    let counting: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<string>()

    function open() {
      clearTimeout(timer)
      source?.close()
      source = new EventSource(
        cursor === undefined ? '/v1/events' : `/v1/events?since=${encodeURIComponent(cursor)}`,
      )
      source.onopen = () => {
        wait = FIRST_WAIT_MILLISECONDS
      }
      source.onmessage = ({ data, lastEventId }) => {
        cursor = lastEventId
        const change = changeSchema.safeParse(JSON.parse(data)).data
        if (change !== undefined) note(change.user_id)
      }
      // The browser's own way to connect again knows no limit, and gives up at an answer such as 503.
      source.onerror = () => {
        source?.close()
        const isRefused = cursor !== undefined && wait >= LONGEST_WAIT_MILLISECONDS
        if (isRefused) cursor = undefined
        timer = setTimeout(open, wait * (0.5 + Math.random() / 2))
        wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS)
      }
    }

    function note(userId: string) {
      changed.add(userId)
      gathering ??= setTimeout(renew, GATHER_MILLISECONDS)
    }

    function renew() {
      gathering = undefined
      const ids = new Set(changed)
      changed.clear()
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [kind, ...about] }) =>
          kind === 'me' || about.some((id) => ids.has(String(id))),
      })
      counting ??= setTimeout(() => {
        counting = undefined
        void queryClient.invalidateQueries({ queryKey: ['stats'] })
      }, COUNT_MILLISECONDS)
    }

    function follow() {
      if (document.visibilityState === 'visible') return open()
      clearTimeout(timer)
      source?.close()
    }

    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearTimeout(timer)
      clearTimeout(gathering)
      clearTimeout(counting)
      source?.close()
    }
  }, [enabled, queryClient])
}
