import type { FastifyContextConfig, FastifyRequest } from 'fastify'

import type { Carried } from '#core/carried.ts'
import { isEmpty, mergeCarried } from '#core/carried.ts'
import { Facts } from '#core/facts.ts'

export const kVisit = Symbol('inertia.visit')

declare module 'fastify' {
  interface FastifyRequest {
    [kVisit]: Visit | null
  }
}

const nothing: Carried = Object.freeze({})

/** What one request gathers until it is answered. */
export class Visit {
  readonly facts: Facts
  readonly route: FastifyContextConfig
  shared: Record<string, unknown> | null = null
  encrypts: boolean | null = null
  #own: Carried | null = null
  /** What a page took along; null while no page did. */
  #consumed: Carried | null = null
  #isSettled = false

  constructor(request: FastifyRequest) {
    this.facts = new Facts(request.method, request.headers)
    this.route = request.routeOptions.config
  }

  add(carried: Carried): void {
    this.#own = this.#own === null ? carried : mergeCarried(this.#own, carried)
  }

  /** What this page shows: what was put by before, when it may have it, and what this request added. */
  show(component: string, waiting: () => Carried): Carried {
    const own = this.#own ?? nothing
    this.#consumed = this.facts.mayConsume(component) ? waiting() : nothing
    return isEmpty(this.#consumed) ? own : mergeCarried(this.#consumed, own)
  }

  /** For a page that can show nothing: what was put by before stays where it is. */
  showNothing(): Carried {
    this.#consumed = nothing
    return nothing
  }

  /** What the store is to keep from now on; null when it keeps what it has. Asked once. */
  settle(waiting: () => Carried): Carried | null {
    if (this.#isSettled) return null
    this.#isSettled = true
    if (this.facts.isPrefetch || this.facts.isPrecognition) return null
    if (this.#consumed !== null) return isEmpty(this.#consumed) ? null : {}
    if (this.#own === null || isEmpty(this.#own)) return null
    return mergeCarried(waiting(), this.#own)
  }
}

export function visitOf(request: FastifyRequest): Visit {
  return (request[kVisit] ??= new Visit(request))
}
