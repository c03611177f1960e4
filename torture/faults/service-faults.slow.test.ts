import { testFaults } from '../test-fault.ts'
import { SERVICE_FAULTS } from './service-faults.ts'

testFaults(SERVICE_FAULTS)
