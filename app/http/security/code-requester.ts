import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import type { CodeRequester } from '#app/platform/auth/mailed-codes.ts'

import { browserId } from './browser-id.ts'

/** The browser to which a mailed code is bound; null while codes are off. */
export function codeRequester({ config }: App, request: FastifyRequest): CodeRequester | null {
  return config.emailCodes ? { ...request.client(), browser: browserId(request) } : null
}
