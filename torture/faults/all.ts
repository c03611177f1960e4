import type { Fault } from './fault.ts'
import { NETWORK_FAULTS } from './network-faults.ts'
import { POSTGRES_FAULTS } from './postgres-faults.ts'
import { REDIS_FAULTS } from './redis-faults.ts'
import { SERVICE_FAULTS } from './service-faults.ts'

/** Every fault that can be injected on any machine with PostgreSQL and Redis. */
export const FAULTS: readonly Fault[] = [
  ...SERVICE_FAULTS,
  ...REDIS_FAULTS,
  ...POSTGRES_FAULTS,
  ...NETWORK_FAULTS,
]
