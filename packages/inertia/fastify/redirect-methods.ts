import type { FastifyReply } from 'fastify'

import { headerSafe, pathAndQuery, sameOriginPath, requireHttpUrl } from '#core/urls.ts'

import type { NormalizedOptions } from './normalize-options.ts'
import { requestState } from './request-state.ts'

export function backMethod(pluginOptions: NormalizedOptions) {
  return function back(this: FastifyReply, fallback?: string): FastifyReply {
    return redirectBack(pluginOptions, this, fallback).send()
  }
}

/** Prepares the redirect without sending it. */
export function redirectBack(
  pluginOptions: NormalizedOptions,
  reply: FastifyReply,
  fallback?: string,
): FastifyReply {
  const { request } = reply
  const candidates = [request.headers.referer, pluginOptions.previousUrl?.(request)]
  const currentPath = request.method === 'GET' ? pathAndQuery(request.url) : undefined
  const previousPath = candidates
    .map((candidate) => sameOriginPath(candidate, pluginOptions.origin))
    // A page must not redirect to itself.
    .find((path) => path !== undefined && path !== currentPath)
  const target = previousPath ?? fallback ?? pluginOptions.home ?? '/'
  return reply.code(request.method === 'GET' ? 302 : 303).header('location', headerSafe(target))
}

export function awayMethod(pluginOptions: NormalizedOptions) {
  return function away(this: FastifyReply, url: string): FastifyReply {
    const address = requireHttpUrl(url, pluginOptions.origin)
    const { isVisit, method } = requestState(this.request).inertiaRequest
    if (isVisit) return this.code(409).header('x-inertia-location', address).send()
    return this.redirect(address, method === 'GET' ? 302 : 303)
  }
}
