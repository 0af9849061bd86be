import { diskFaults } from './disk-faults.ts'
import type { Fault } from './fault.ts'
import { instanceFaults } from './instance-faults.ts'
import { messageFaults } from './message-faults.ts'
import { processFaults } from './process-faults.ts'
import { serviceFaults } from './service-faults.ts'
import { missingFaults, testedFaults } from './tested-faults.ts'

/** F01 to F35. */
export const faults: Fault[] = [
  ...diskFaults,
  ...processFaults,
  ...instanceFaults,
  ...messageFaults,
  ...serviceFaults,
  ...testedFaults,
  ...missingFaults,
].toSorted((one, other) => one.id.localeCompare(other.id))
