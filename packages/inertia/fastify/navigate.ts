import type { FastifyReply } from 'fastify'

import { headerSafe, pathOf, pathOnOrigin, webAddress } from '#core/urls.ts'

import type { Settings } from './settings.ts'
import { visitOf } from './visit.ts'

export function backMethod(settings: Settings) {
  return function back(this: FastifyReply, fallback?: string): FastifyReply {
    return goBack(settings, this, fallback).send()
  }
}

/** Prepares the redirect; nothing is sent yet. */
export function goBack(settings: Settings, reply: FastifyReply, fallback?: string): FastifyReply {
  const { request } = reply
  const places = [request.headers.referer, settings.previousUrl?.(request)]
  const here = request.method === 'GET' ? pathOf(request.url) : undefined
  const known = places
    .map((place) => pathOnOrigin(place, settings.origin))
    // A page that answers "back" must not be sent to itself.
    .find((path) => path !== undefined && path !== here)
  const target = known ?? fallback ?? settings.home ?? '/'
  return reply.code(request.method === 'GET' ? 302 : 303).header('location', headerSafe(target))
}

export function awayMethod(settings: Settings) {
  return function away(this: FastifyReply, url: string): FastifyReply {
    const address = webAddress(url, settings.origin)
    const { isVisit, method } = visitOf(this.request).facts
    if (isVisit) return this.code(409).header('x-inertia-location', address).send()
    return this.redirect(address, method === 'GET' ? 302 : 303)
  }
}
