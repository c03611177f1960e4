import { testFaults } from '../test-fault.ts'
import { POSTGRES_FAULTS } from './postgres-faults.ts'

testFaults(POSTGRES_FAULTS)
