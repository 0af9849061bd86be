import type { FastifyReply } from 'fastify'

import { headerSafe, pathAndQuery, sameOriginPath, requireHttpUrl } from '#core/urls.ts'

import { requestState } from './request-state.ts'
import type { Settings } from './settings.ts'

export function backMethod(settings: Settings) {
  return function back(this: FastifyReply, fallback?: string): FastifyReply {
    return redirectBack(settings, this, fallback).send()
  }
}

/** Prepares the redirect without sending it. */
export function redirectBack(
  settings: Settings,
  reply: FastifyReply,
  fallback?: string,
): FastifyReply {
  const { request } = reply
  const candidates = [request.headers.referer, settings.previousUrl?.(request)]
  const currentPath = request.method === 'GET' ? pathAndQuery(request.url) : undefined
  const previousPath = candidates
    .map((candidate) => sameOriginPath(candidate, settings.origin))
    // A page must not redirect to itself.
    .find((path) => path !== undefined && path !== currentPath)
  const target = previousPath ?? fallback ?? settings.home ?? '/'
  return reply.code(request.method === 'GET' ? 302 : 303).header('location', headerSafe(target))
}

export function awayMethod(settings: Settings) {
  return function away(this: FastifyReply, url: string): FastifyReply {
    const address = requireHttpUrl(url, settings.origin)
    const { isVisit, method } = requestState(this.request).inertiaRequest
    if (isVisit) return this.code(409).header('x-inertia-location', address).send()
    return this.redirect(address, method === 'GET' ? 302 : 303)
  }
}
