import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

import { isIpAllowed, normalizeIp } from '#app/platform/validation/ip-addresses.ts'

import type { App } from './app-type.ts'

const header = 'x-forwarded-for'

/**
 * Normalizes `X-Forwarded-For` to plain addresses. Some proxies append the port, which differs for each connection and would
 * defeat rate limits.
 */
export function forwardedFor(app: App): void {
  // Node forgets the address of a closed connection, which the log still needs, unless it was read before.
  app.server.on('connection', (socket) => void socket.remoteAddress)
  if (app.config.trustProxy.length === 0) return
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const value = headers[header]
    if (typeof value === 'string') headers[header] = parseForwardedFor(value).join(', ')
    done()
  })
}

/** The same for WebSocket upgrades, which bypass Fastify: the rightmost address that is not a trusted proxy. */
export function clientIpResolver(trustProxy: string[]): (request: IncomingMessage) => string {
  const trustedProxies = trustProxy.flatMap((entry) =>
    entry === 'loopback' ? ['127.0.0.0/8', '::1'] : entry,
  )
  return ({ socket, headers }) => {
    const remoteIp = normalizeIp(socket.remoteAddress ?? '')
    const value = headers[header]
    if (trustedProxies.length === 0 || typeof value !== 'string') return remoteIp
    const chain = [...parseForwardedFor(value), remoteIp]
    const clientIndex = chain.findLastIndex((address) => !isIpAllowed(trustedProxies, address))
    return chain[Math.max(clientIndex, 0)] ?? remoteIp
  }
}

/** Drops everything up to the last invalid entry: proxies append on the right, and clients can forge the rest. */
function parseForwardedFor(value: string): string[] {
  const addresses = value.split(',').map((entry) => normalizeIp(stripPort(entry.trim())))
  const lastInvalid = addresses.findLastIndex((address) => isIP(address) === 0)
  return addresses.slice(lastInvalid + 1)
}

function stripPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? []
  return bracketed ?? entry.replace(/^([\d.]+):\d+$/, '$1')
}
