import type { MeasuredServer } from '#bench/visits/server-process.ts'

import type { Application } from './applications.ts'
import { CookieClient } from './cookie-client.ts'

export interface SignInFigures {
  perSecond: number
  cpuMs: number
}

/** The threads of Node's pool, which hash passwords. */
const concurrency = 4

/** Signs in as often as `count` says, each time from a browser that has the form open. */
export async function measureSignIns(
  application: Application,
  server: MeasuredServer,
  count: number,
  firstIndex: number,
): Promise<SignInFigures> {
  const clients = Array.from({ length: count }, () => {
    return new CookieClient(`http://localhost:${server.port}`)
  })
  for (const client of clients) await application.openLogin(client)
  const before = await server.usage()
  const startedAt = performance.now()
  const queue = clients.entries()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const [index, client] of queue) await application.signIn(client, firstIndex + index)
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const after = await server.usage()
  return { perSecond: count / seconds, cpuMs: (after.cpuMs - before.cpuMs) / count }
}
