import type { FastifyReply, FastifyRequest } from 'fastify'

import type { FieldErrors } from '#core/carried.ts'
import { errorsAskedFor } from '#core/precognition.ts'

import { visitOf } from './visit.ts'

export const requestMethods = {
  facts(this: FastifyRequest) {
    return visitOf(this).facts
  },

  share(this: FastifyRequest, props: object): void {
    const visit = visitOf(this)
    visit.shared = { ...visit.shared, ...props }
  },
}

export const replyMethods = {
  flash(this: FastifyReply, values: Record<string, unknown>): FastifyReply {
    visitOf(this.request).add({ flash: values })
    return this
  },

  errors(
    this: FastifyReply,
    messages: FieldErrors,
    bag = visitOf(this.request).facts.errorBag,
  ): FastifyReply {
    visitOf(this.request).add({ errors: bag === null ? messages : { [bag]: messages } })
    return this
  },

  clearHistory(this: FastifyReply): FastifyReply {
    visitOf(this.request).add({ clearHistory: true })
    return this
  },

  preserveFragment(this: FastifyReply): FastifyReply {
    visitOf(this.request).add({ preserveFragment: true })
    return this
  },

  encryptHistory(this: FastifyReply, encrypts = true): FastifyReply {
    visitOf(this.request).encrypts = encrypts
    return this
  },

  precognitionErrors(this: FastifyReply, messages: FieldErrors, message?: string): FastifyReply {
    const errors = errorsAskedFor(messages, visitOf(this.request).facts.validateOnly)
    const first = Object.values(errors)[0]?.[0]
    if (first === undefined) return this.code(204).header('precognition-success', 'true').send()
    return this.code(422).send({ message: message ?? first, errors })
  },
}
