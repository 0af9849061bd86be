import type { IncomingMessage } from 'node:http'

import type { Limits } from '#hub/limits.ts'

import { originIsAllowed } from './origins.ts'

export interface Refusal {
  status: 403 | 429 | 503
  sentence: string
}

export const goingAway: Refusal = { status: 503, sentence: 'Going away' }
export const notReady: Refusal = { status: 503, sentence: 'Not ready' }

interface Visitor {
  sockets: number
  tokens: number
  at: number
}

/** Who is let in, decided before the upgrade: an answer in HTTP is the only one after which clients wait longer and longer. */
export class Admission {
  isReady = false
  isDraining = false
  readonly #limits: Limits
  readonly #origins: string[] | null
  readonly #visitors = new Map<string, Visitor>()
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

  /** @returns why it may not come in, or how long it waits for its turn; then `left` has to be called once */
  enter(request: IncomingMessage, address: string, now: number): Refusal | { waitMs: number } {
    if (!this.isReady) return notReady
    if (this.isDraining) return goingAway
    if (this.#sockets >= this.#limits.sockets) return { status: 503, sentence: 'Full' }
    const { upgradesPerSecond, upgradesPerSecondPerAddress, socketsPerAddress } = this.#limits
    this.#tokens = refilled(this.#tokens, upgradesPerSecond, now - this.#at)
    this.#at = now
    // After a crash all come back within a second; whoever is refused would stay away for a quarter of a minute.
    const waitMs = Math.max(0, ((1 - this.#tokens) * 1000) / upgradesPerSecond)
    if (waitMs > this.#limits.upgradeWaitMs) return { status: 503, sentence: 'Too many at once' }

    const network = networkOf(address)
    const visitor = this.#visitors.get(network) ?? { sockets: 0, tokens: Infinity, at: now }
    this.#visitors.set(network, visitor)
    visitor.tokens = refilled(visitor.tokens, upgradesPerSecondPerAddress, now - visitor.at)
    visitor.at = now
    if (visitor.sockets >= socketsPerAddress || visitor.tokens < 1)
      return { status: 429, sentence: 'Too many from one place' }
    visitor.tokens--

    if (!originIsAllowed(this.#origins, request.headers.origin))
      return { status: 403, sentence: 'Not from there' }
    this.#tokens--
    this.#sockets++
    visitor.sockets++
    return { waitMs }
  }

  left(address: string): void {
    this.#sockets--
    const visitor = this.#visitors.get(networkOf(address))
    if (visitor) visitor.sockets--
  }

  sweep(now: number): void {
    for (const [network, { sockets, at }] of this.#visitors)
      if (sockets === 0 && now - at > 1000) this.#visitors.delete(network)
  }
}

/** A bucket that holds what one second brings. */
function refilled(tokens: number, perSecond: number, passedMs: number): number {
  return Math.min(perSecond, tokens + (passedMs * perSecond) / 1000)
}

/** Whoever has an IPv6 address has a whole /64 of them. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}
