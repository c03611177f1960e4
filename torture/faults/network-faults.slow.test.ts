import { testFaults } from '../test-fault.ts'
import { NETWORK_FAULTS } from './network-faults.ts'

testFaults(NETWORK_FAULTS)
