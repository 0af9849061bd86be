import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to servers that ask for any port. */
const [firstPort, endPort] = [20_000, 32_768]
const givenPorts = new Set<number>()

/** A port that was free a moment ago, for a server whose origin must be known before it listens. */
export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, endPort)
  if (givenPorts.has(port) || !(await isFree(port))) return freePort()
  givenPorts.add(port)
  return port
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
