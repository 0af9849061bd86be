import type { IncomingMessage } from 'node:http'

import type { Limits } from '#hub/limits.ts'

import { originIsAllowed } from './origin-is-allowed.ts'

export interface Rejection {
  status: 403 | 421 | 429 | 503
  message: string
}

export const shuttingDown: Rejection = { status: 503, message: 'Shutting down' }
export const notReady: Rejection = { status: 503, message: 'Not ready' }
export const otherHost: Rejection = { status: 421, message: 'Host not served here' }

interface AddressState {
  sockets: number
  tokens: number
  at: number
}

/** Accepts or rejects connections before the upgrade: clients back off only after an HTTP error. */
export class Admission {
  isReady = false
  isDraining = false
  readonly #limits: Limits
  readonly #origins: string[] | null
  readonly #addresses = new Map<string, AddressState>()
  #sockets = 0
  #tokens: number
  #at = 0

  constructor(limits: Limits, origins: string[] | null) {
    this.#limits = limits
    this.#origins = origins
    this.#tokens = limits.upgradesPerSecond
  }

  get sockets(): number {
    return this.#sockets
  }

  /** @returns a rejection, or how long the upgrade must wait; then call `release` once */
  admit(request: IncomingMessage, address: string, now: number): Rejection | { waitMs: number } {
    if (!this.isReady) return notReady
    if (this.isDraining) return shuttingDown
    if (this.#sockets >= this.#limits.sockets) return { status: 503, message: 'At capacity' }
    const { upgradesPerSecond, upgradesPerSecondPerAddress, socketsPerAddress } = this.#limits
    this.#tokens = refillTokens(this.#tokens, upgradesPerSecond, now - this.#at)
    this.#at = now
    // After a crash all clients reconnect within a second. Waiting is short; a rejected client stays away for 15 seconds.
    const waitMs = Math.max(0, ((1 - this.#tokens) * 1000) / upgradesPerSecond)
    if (waitMs > this.#limits.upgradeWaitMs)
      return { status: 503, message: 'Too many connection attempts' }

    const network = networkKey(address)
    const addressState = this.#addresses.get(network) ?? { sockets: 0, tokens: Infinity, at: now }
    this.#addresses.set(network, addressState)
    addressState.tokens = refillTokens(
      addressState.tokens,
      upgradesPerSecondPerAddress,
      now - addressState.at,
    )
    addressState.at = now
    if (addressState.sockets >= socketsPerAddress || addressState.tokens < 1)
      return { status: 429, message: 'Too many connections from this address' }
    addressState.tokens--

    if (!originIsAllowed(this.#origins, request.headers.origin))
      return { status: 403, message: 'Origin not allowed' }
    this.#tokens--
    this.#sockets++
    addressState.sockets++
    return { waitMs }
  }

  release(address: string): void {
    this.#sockets--
    const addressState = this.#addresses.get(networkKey(address))
    if (addressState) addressState.sockets--
  }

  sweep(now: number): void {
    for (const [network, { sockets, at }] of this.#addresses)
      if (sockets === 0 && now - at > 1000) this.#addresses.delete(network)
  }
}

/** Refills a token bucket that holds one second's worth. */
function refillTokens(tokens: number, perSecond: number, elapsedMs: number): number {
  return Math.min(perSecond, tokens + (elapsedMs * perSecond) / 1000)
}

/** A whole /64 counts as one IPv6 address: that is what a subscriber is assigned. */
function networkKey(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}
