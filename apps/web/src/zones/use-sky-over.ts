import { heroSkyAt } from '@timezone-registry/zones/hero-sky'
import { useEffect, useMemo, useState } from 'react'
import { loadWithRetry } from '../ui/lazy-with-retry.ts'
import type { SkyOver } from './sky-over.ts'

const byClock: SkyOver = ({ hour }) => heroSkyAt(hour)

/** The sky over the place of a zone; by its clock until the places have loaded, which nothing waits for. */
export function useSkyOver(timezone: string): SkyOver {
  const [loaded, setLoaded] = useState<{ skyOver: (timezone: string) => SkyOver }>()
  useEffect(() => {
    loadWithRetry(() => import('./sky-over.ts')).then(setLoaded, () => {})
  }, [])
  return useMemo(() => loaded?.skyOver(timezone) ?? byClock, [loaded, timezone])
}
