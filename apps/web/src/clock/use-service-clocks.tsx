import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { client } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { retryUnlessAnswered } from '../ui/retry.ts'
import { createServiceClocks, type ServiceClocks } from './service-clocks.ts'

const STALE_MS = 6 * 3_600_000

const ServiceClocksContext = createContext<ServiceClocks | undefined>(undefined)

/** Asks the service for the clocks of all zones, once for the whole page. Offline, its last answer is used. */
export function ServiceClocksProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({
    queryKey: queryKeys.transitions,
    queryFn: () => client.listTransitions(),
    staleTime: STALE_MS,
    retry: retryUnlessAnswered,
  })
  const clocks = useMemo(() => data && createServiceClocks(data.body), [data])
  return <ServiceClocksContext value={clocks}>{children}</ServiceClocksContext>
}

/** The service's clocks; undefined until they have arrived, while the browser's are used. */
export function useServiceClocks(): ServiceClocks | undefined {
  return use(ServiceClocksContext)
}
