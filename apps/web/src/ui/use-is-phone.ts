import { useSyncExternalStore } from 'react'

const PHONE = '(width < 700px)'

/** True on a screen as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(PHONE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(PHONE).matches,
  )
}
