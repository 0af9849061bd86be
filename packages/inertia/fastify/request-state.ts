import type { FastifyContextConfig, FastifyRequest } from 'fastify'

import type { FlashData } from '#core/flash.ts'
import { isEmptyFlash, mergeFlash } from '#core/flash.ts'
import { InertiaRequest } from '#core/inertia-request.ts'

export const kRequestState = Symbol('inertia.requestState')

declare module 'fastify' {
  interface FastifyRequest {
    [kRequestState]: RequestState | null
  }
}

const noFlash: FlashData = Object.freeze({})

export class RequestState {
  readonly inertiaRequest: InertiaRequest
  readonly route: FastifyContextConfig
  shared: Record<string, unknown> | null = null
  encryptHistory: boolean | null = null
  #addedFlash: FlashData | null = null
  /** Stored flash data that a page consumed; null while no page was built. */
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

  /** The flash data for a page: what was stored, if the page may consume it, and what this request added. */
  takeFlash(component: string, readStored: () => FlashData): FlashData {
    const added = this.#addedFlash ?? noFlash
    this.#consumedFlash = this.inertiaRequest.mayConsumeFlash(component) ? readStored() : noFlash
    return isEmptyFlash(this.#consumedFlash) ? added : mergeFlash(this.#consumedFlash, added)
  }

  /** For a page that shows no flash data and leaves the stored data in place. */
  takeNoFlash(): FlashData {
    this.#consumedFlash = noFlash
    return noFlash
  }

  /** The flash data to store, or null to leave the store unchanged. Later calls return null. */
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
