import type { FastifyRequest } from 'fastify'

import { pathOf } from '#core/urls.ts'

import type { InertiaOptions } from './options.ts'

/** The options with what follows from them worked out. */
export interface Settings extends InertiaOptions {
  currentVersion: (request: FastifyRequest) => string
  currentUrl: (request: FastifyRequest) => string
}

export function settingsOf(options: InertiaOptions): Settings {
  const { version = '', url } = options
  const origin = new URL(options.origin).origin
  const fixed = String(version)
  return {
    ...options,
    origin,
    currentVersion:
      typeof version === 'function' ? (request) => String(version(request)) : () => fixed,
    currentUrl: (request) => (url ? url(request) : pathOf(request.url)),
  }
}
