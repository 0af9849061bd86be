import type { FastifyReply, FastifyRequest } from 'fastify'

import { adaptRedirect } from '#core/redirects.ts'
import { headerSafe } from '#core/urls.ts'

import type { NormalizedOptions } from './normalize-options.ts'
import { setPrecognitionHeaders } from './precognition.ts'
import { redirectBack } from './redirect-methods.ts'
import { type RequestState, requestState } from './request-state.ts'
import { appendVary } from './vary.ts'

type DoneCallback = (error: Error | null, payload?: unknown) => void

/** Finishes every response: Vary, redirects that the client can follow, and flash data. */
export function onSendHook(pluginOptions: NormalizedOptions) {
  return function onSend(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: DoneCallback,
  ): void | Promise<unknown> {
    const state = requestState(request)
    if (state.route.inertia === false) return done(null, payload)
    appendVary(reply, 'X-Inertia')
    setPrecognitionHeaders(request, reply, state)
    const body = applyRedirect(pluginOptions, state, reply, payload)
    const stored = storeFlash(pluginOptions, state, request, reply)
    return stored instanceof Promise ? stored.then(() => body) : done(null, body)
  }
}

function applyRedirect(
  pluginOptions: NormalizedOptions,
  state: RequestState,
  reply: FastifyReply,
  payload: unknown,
): unknown {
  const status = reply.statusCode
  if (status === 200) {
    if (
      !state.inertiaRequest.isVisit ||
      state.inertiaRequest.method === 'HEAD' ||
      !isEmptyPayload(payload)
    )
      return payload
    redirectBack(pluginOptions, reply)
  }
  if (reply.statusCode < 300 || reply.statusCode >= 400) return payload
  const location = reply.getHeader('location')
  if (typeof location !== 'string') return payload
  const { inertia } = state.route
  const method = adaptRedirect(
    { status: reply.statusCode, location },
    state.inertiaRequest,
    pluginOptions.origin,
    inertia ? inertia.convertsForeignRedirects : true,
  )
  if (typeof method === 'number') {
    reply.code(method)
    return payload
  }
  return redirectByClient(reply, method, location, payload)
}

const bodyHeaders = [
  'location',
  'x-inertia',
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'etag',
  'last-modified',
]

function redirectByClient(
  reply: FastifyReply,
  header: string,
  location: string,
  payload: unknown,
): null {
  for (const name of bodyHeaders) reply.removeHeader(name)
  destroyStream(payload)
  reply.code(409).header(header, headerSafe(location))
  return null
}

/** @returns a promise when the store is asynchronous */
function storeFlash(
  pluginOptions: NormalizedOptions,
  state: RequestState,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const flashData = state.flashToStore(() => pluginOptions.flashStore.read(request))
  return flashData === null ? undefined : pluginOptions.flashStore.write(request, reply, flashData)
}

function isEmptyPayload(payload: unknown): boolean {
  return payload === undefined || payload === null || payload === ''
}

function destroyStream(payload: unknown): void {
  if (payload !== null && typeof payload === 'object' && 'destroy' in payload) {
    if (typeof payload.destroy === 'function') payload.destroy()
  }
}
