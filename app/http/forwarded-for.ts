import { isIP } from 'node:net'

import type { App } from '#app/http/app.ts'
import { plainAddress } from '#app/platform/networks.ts'

const header = 'x-forwarded-for'

/**
 * Reads whom a trusted proxy speaks for as plain addresses. Some proxies add the port, which is another one for each
 * connection: whoever is counted by it never tries too often.
 */
export function forwardedFor(app: App): void {
  if (app.config.trustProxy.length === 0) return
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const told = headers[header]
    if (typeof told === 'string') headers[header] = addressesIn(told)
    done()
  })
}

/** From the right, where our own proxies write, up to what is no address: what stands before that anyone can have written. */
function addressesIn(told: string): string {
  const addresses = told.split(',').map((entry) => plainAddress(withoutPort(entry.trim())))
  const unreadable = addresses.findLastIndex((address) => isIP(address) === 0)
  return addresses.slice(unreadable + 1).join(', ')
}

function withoutPort(entry: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? []
  return inBrackets ?? entry.replace(/^([\d.]+):\d+$/, '$1')
}
