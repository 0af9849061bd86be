import type { FastifyReply, FastifyRequest } from 'fastify'

import type { FieldErrors } from '#core/flash.ts'
import { requestedErrors } from '#core/precognition.ts'

import { requestState } from './request-state.ts'

export const requestMethods = {
  inertiaRequest(this: FastifyRequest) {
    return requestState(this).inertiaRequest
  },

  share(this: FastifyRequest, props: object): void {
    const state = requestState(this)
    state.shared = { ...state.shared, ...props }
  },
}

export const replyMethods = {
  flash(this: FastifyReply, values: Record<string, unknown>): FastifyReply {
    requestState(this.request).addFlash({ flash: values })
    return this
  },

  errors(
    this: FastifyReply,
    messages: FieldErrors,
    bag = requestState(this.request).inertiaRequest.errorBag,
  ): FastifyReply {
    requestState(this.request).addFlash({ errors: bag === null ? messages : { [bag]: messages } })
    return this
  },

  clearHistory(this: FastifyReply): FastifyReply {
    requestState(this.request).addFlash({ clearHistory: true })
    return this
  },

  preserveFragment(this: FastifyReply): FastifyReply {
    requestState(this.request).addFlash({ preserveFragment: true })
    return this
  },

  encryptHistory(this: FastifyReply, encrypts = true): FastifyReply {
    requestState(this.request).encryptHistory = encrypts
    return this
  },

  precognitionErrors(this: FastifyReply, messages: FieldErrors, message?: string): FastifyReply {
    const errors = requestedErrors(messages, requestState(this.request).inertiaRequest.validateOnly)
    const first = Object.values(errors)[0]?.[0]
    if (first === undefined) return this.code(204).header('precognition-success', 'true').send()
    return this.code(422).send({ message: message ?? first, errors })
  },
}
