import type { FastifyReply, FastifyRequest } from 'fastify'

import { answerRedirect } from '#core/redirects.ts'
import { headerSafe } from '#core/urls.ts'

import { markLiveValidation } from './live-validation.ts'
import { goBack } from './navigate.ts'
import type { Settings } from './settings.ts'
import { vary } from './vary.ts'
import { type Visit, visitOf } from './visit.ts'

type Proceed = (error: Error | null, payload?: unknown) => void

/** The last look at every answer: Vary, redirects the client can follow, what waits for the next page. */
export function answerHook(settings: Settings) {
  return function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    proceed: Proceed,
  ): void | Promise<unknown> {
    const visit = visitOf(request)
    if (visit.route.inertia === false) return proceed(null, payload)
    vary(reply, 'X-Inertia')
    markLiveValidation(request, reply, visit)
    const body = redirect(settings, visit, reply, payload)
    const kept = keep(settings, visit, request, reply)
    return kept instanceof Promise ? kept.then(() => body) : proceed(null, body)
  }
}

function redirect(
  settings: Settings,
  visit: Visit,
  reply: FastifyReply,
  payload: unknown,
): unknown {
  const status = reply.statusCode
  if (status === 200) {
    if (!visit.facts.isVisit || visit.facts.method === 'HEAD' || !isNothing(payload)) return payload
    goBack(settings, reply)
  }
  if (reply.statusCode < 300 || reply.statusCode >= 400) return payload
  const location = reply.getHeader('location')
  if (typeof location !== 'string') return payload
  const { inertia } = visit.route
  const answer = answerRedirect(
    { status: reply.statusCode, location },
    visit.facts,
    settings.origin,
    inertia ? inertia.convertsForeignRedirects : true,
  )
  if (typeof answer === 'number') {
    reply.code(answer)
    return payload
  }
  return leaveToClient(reply, answer, location, payload)
}

const aboutTheBody = [
  'location',
  'x-inertia',
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'etag',
  'last-modified',
]

function leaveToClient(
  reply: FastifyReply,
  header: string,
  location: string,
  payload: unknown,
): null {
  for (const name of aboutTheBody) reply.removeHeader(name)
  discard(payload)
  reply.code(409).header(header, headerSafe(location))
  return null
}

/** @returns nothing, or when the store has what it is to keep */
function keep(settings: Settings, visit: Visit, request: FastifyRequest, reply: FastifyReply) {
  const carried = visit.settle(() => settings.carry.read(request))
  return carried === null ? undefined : settings.carry.write(request, reply, carried)
}

function isNothing(payload: unknown): boolean {
  return payload === undefined || payload === null || payload === ''
}

function discard(payload: unknown): void {
  if (payload !== null && typeof payload === 'object' && 'destroy' in payload) {
    if (typeof payload.destroy === 'function') payload.destroy()
  }
}
