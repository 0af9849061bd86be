import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import type { App } from '#app/http/app.ts'
import { isAllowedFrom, plainAddress } from '#app/platform/networks.ts'

const header = 'x-forwarded-for'

/**
 * Reads whom a trusted proxy speaks for as plain addresses. Some proxies add the port, which is another one for each
 * connection: whoever is counted by it never tries too often.
 */
export function forwardedFor(app: App): void {
  if (app.config.trustProxy.length === 0) return
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const told = headers[header]
    if (typeof told === 'string') headers[header] = addressesIn(told).join(', ')
    done()
  })
}

/** The same for what never becomes a request of ours, as a socket: the first address from the right that is no proxy of ours. */
export function addressResolver(trustProxy: string[]): (request: IncomingMessage) => string {
  const proxies = trustProxy.flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : one))
  return ({ socket, headers }) => {
    const direct = plainAddress(socket.remoteAddress ?? '')
    const told = headers[header]
    if (proxies.length === 0 || typeof told !== 'string') return direct
    const chain = [...addressesIn(told), direct]
    const ours = chain.findLastIndex((address) => !isAllowedFrom(proxies, address))
    return chain[Math.max(ours, 0)] ?? direct
  }
}

/** From the right, where our own proxies write, up to what is no address: what stands before that anyone can have written. */
function addressesIn(told: string): string[] {
  const addresses = told.split(',').map((entry) => plainAddress(withoutPort(entry.trim())))
  const unreadable = addresses.findLastIndex((address) => isIP(address) === 0)
  return addresses.slice(unreadable + 1)
}

function withoutPort(entry: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? []
  return inBrackets ?? entry.replace(/^([\d.]+):\d+$/, '$1')
}
