import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { randomId } from '../ui/stored.ts'

// For this tab only, so that a link from somebody else saves nothing.
const STORAGE_KEY = 'timezone-registry:pending-save'
/** The parameter of the address to which such a login returns. */
const SAVE_PARAMETER = 'save'

/** Where a login returns to so that it saves a zone, which is where it began, and what to call when it begins. */
export function usePendingLogin(timezone: string): { redirect: string; begin: () => void } {
  const [state] = useState(randomId)
  const redirect = useLocationProperty(() => returnAddress(state))
  return {
    redirect,
    begin: () => {
      try {
        sessionStorage.setItem(STORAGE_KEY, `${state} ${timezone}`)
      } catch {
        // Without storage, the person has to save after signing in.
      }
    },
  }
}

/** Completes the save that a login on this tab began, once it is known what is stored. */
export function useLoginSave(isReady: boolean, save: (timezone: string) => void): void {
  const [parameters, setParameters] = useSearchParams()
  const begun = parameters.get(SAVE_PARAMETER)
  useEffect(() => {
    if (!isReady || begun === null) return
    const timezone = takePending(begun)
    setParameters(
      (current) => {
        current.delete(SAVE_PARAMETER)
        return current
      },
      { replace: true },
    )
    if (timezone !== undefined) save(timezone)
  }, [isReady, begun])
}

/** The current path and query, without the outcome of an earlier login, and with what completes a save. */
export function returnAddress(save?: string): string {
  const url = new URL(location.href)
  url.searchParams.delete('login_error')
  if (save !== undefined) url.searchParams.set(SAVE_PARAMETER, save)
  return url.pathname + url.search
}

/** The zone that this tab's login is to save. Can be taken once. */
function takePending(state: string): string | undefined {
  try {
    const [begun, timezone] = sessionStorage.getItem(STORAGE_KEY)?.split(' ') ?? []
    sessionStorage.removeItem(STORAGE_KEY)
    return begun === state ? timezone : undefined
  } catch {
    return undefined
  }
}
