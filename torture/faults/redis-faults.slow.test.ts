import { testFaults } from '../test-fault.ts'
import { REDIS_FAULTS } from './redis-faults.ts'

testFaults(REDIS_FAULTS)
