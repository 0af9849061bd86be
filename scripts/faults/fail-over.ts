import { PostgresServer } from '#testing/postgres-server.ts'

import type { LoadFault } from './fault.ts'
import { startAddress } from './tcp-address.ts'

/** Two servers behind one address: a primary that waits for its standby at each commit. */
function createFailOver(): LoadFault {
  let primary: PostgresServer
  let standby: PostgresServer
  let address: Awaited<ReturnType<typeof startAddress>>
  return {
    id: 'F09',
    title: 'fail-over: the primary killed, its synchronous standby promoted',
    on: 'postgres',
    isShort: true,
    async prepare({ after }) {
      primary = await (await PostgresServer.create({ after })).start()
      standby = await (await PostgresServer.create({ after }, primary)).start()
      // With a standby that is not there yet, the first commit would wait.
      await primary.stop()
      await primary.start(['synchronous_standby_names=*'])
      address = await startAddress({ after }, primary.port)
      return { DATABASE_URL: `postgres://postgres@127.0.0.1:${address.port}/postgres` }
    },
    async inject() {
      primary.signal('SIGKILL')
      const killedAt = performance.now()
      standby.promote()
      address.moveTo(standby.port)
      return killedAt
    },
  }
}

export const failOver = createFailOver()
