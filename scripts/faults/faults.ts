import { manySignIns } from './busy-faults.ts'
import { clientFaults } from './client-faults.ts'
import { diskFaults } from './disk-faults.ts'
import type { Fault } from './fault.ts'
import { instanceFaults } from './instance-faults.ts'
import { messageFaults } from './message-faults.ts'
import { processFaults } from './process-faults.ts'
import { redisFaults } from './redis-faults.ts'
import { serviceFaults } from './service-faults.ts'
import { slowClientFaults } from './slow-client-faults.ts'
import { soak } from './soak-fault.ts'
import { stopFaults } from './stop-faults.ts'
import { testedFaults } from './tested-faults.ts'
import { twoServerFaults } from './two-server-faults.ts'
import { twoVersions } from './two-versions.ts'

/** The faults F01 to F35. */
export const faults: Fault[] = [
  ...diskFaults,
  ...processFaults,
  ...instanceFaults,
  ...stopFaults,
  soak,
  ...messageFaults,
  manySignIns,
  ...clientFaults,
  ...slowClientFaults,
  ...serviceFaults,
  ...redisFaults,
  ...twoServerFaults,
  twoVersions,
  ...testedFaults,
].toSorted((one, other) => one.id.localeCompare(other.id))
