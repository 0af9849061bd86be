import type { FastifyContextConfig, FastifyRequest } from 'fastify'

import type { FlashData } from '#core/flash.ts'
import { isEmptyFlash, mergeFlash } from '#core/flash.ts'
import { InertiaRequest } from '#core/inertia-request.ts'

export const kRequestState = Symbol('inertia.visit')

declare module 'fastify' {
  interface FastifyRequest {
    [kRequestState]: RequestState | null
  }
}

const noFlash: FlashData = Object.freeze({})

/** What one request gathers until it is answered. */
export class RequestState {
  readonly inertiaRequest: InertiaRequest
  readonly route: FastifyContextConfig
  shared: Record<string, unknown> | null = null
  encryptHistory: boolean | null = null
  #addedFlash: FlashData | null = null
  /** What a page took along; null while no page did. */
  #consumedFlash: FlashData | null = null
  #isFlashSettled = false

  constructor(request: FastifyRequest) {
    this.inertiaRequest = new InertiaRequest(request.method, request.headers)
    this.route = request.routeOptions.config
  }

  addFlash(flashData: FlashData): void {
    this.#addedFlash =
      this.#addedFlash === null ? flashData : mergeFlash(this.#addedFlash, flashData)
  }

  /** What this page shows: what was put by before, when it may have it, and what this request added. */
  takeFlash(component: string, readStored: () => FlashData): FlashData {
    const added = this.#addedFlash ?? noFlash
    this.#consumedFlash = this.inertiaRequest.mayConsumeFlash(component) ? readStored() : noFlash
    return isEmptyFlash(this.#consumedFlash) ? added : mergeFlash(this.#consumedFlash, added)
  }

  /** For a page that can show nothing: what was put by before stays where it is. */
  takeNoFlash(): FlashData {
    this.#consumedFlash = noFlash
    return noFlash
  }

  /** What the store is to keep from now on; null when it keeps what it has. Asked once. */
  flashToStore(readStored: () => FlashData): FlashData | null {
    if (this.#isFlashSettled) return null
    this.#isFlashSettled = true
    if (this.inertiaRequest.isPrefetch || this.inertiaRequest.isPrecognition) return null
    if (this.#consumedFlash !== null) return isEmptyFlash(this.#consumedFlash) ? null : {}
    if (this.#addedFlash === null || isEmptyFlash(this.#addedFlash)) return null
    return mergeFlash(readStored(), this.#addedFlash)
  }
}

export function requestState(request: FastifyRequest): RequestState {
  return (request[kRequestState] ??= new RequestState(request))
}
