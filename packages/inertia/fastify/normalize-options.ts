import type { FastifyRequest } from 'fastify'

import { pathAndQuery } from '#core/urls.ts'

import type { InertiaOptions } from './inertia-options.ts'

export interface NormalizedOptions extends InertiaOptions {
  currentVersion: (request: FastifyRequest) => string
  currentUrl: (request: FastifyRequest) => string
}

export function normalizeOptions(options: InertiaOptions): NormalizedOptions {
  const { version = '', url } = options
  const origin = new URL(options.origin).origin
  const fixedVersion = String(version)
  return {
    ...options,
    origin,
    currentVersion:
      typeof version === 'function' ? (request) => String(version(request)) : () => fixedVersion,
    currentUrl: (request) => (url ? url(request) : pathAndQuery(request.url)),
  }
}
