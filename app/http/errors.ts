import { say, type Sentence } from '@foyer/sentences'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { isForPrograms, methodsAt } from '#app/http/api-paths.ts'
import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { keepCsrfCookie } from '#app/http/csrf.ts'
import { bagOf, typedAgain } from '#app/http/typed-again.ts'
import type { ErrorStatus } from '#app/pages.ts'
import {
  AccountIsLeaving,
  Expired,
  Invalid,
  NotConfirmed,
  NotSignedIn,
  NotVerified,
  Refusal,
  SecondFactorDemanded,
  TermsHaveChanged,
  TooMany,
} from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { type RouteName, routes } from '#app/routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The page of ours that a form stands on, where the browser may not say and the form is sent elsewhere. */
    formPage?: string
    /** What the request was refused with, for the log: a page that is led back has a status like any other. */
    refused: string | null
  }
}

/** Turns every refusal into the answer the contract gives it: one form for pages, one for JSON. */
export function errorAnswers(app: App): void {
  app.decorateRequest('refused', null)

  app.setErrorHandler(async (error: FastifyError | Refusal, request, reply) => {
    request.refused = error instanceof Refusal ? error.name : (error.code ?? 'Failure')
    if (error instanceof Refusal) return answer(app, error, request, reply)
    const status = error.statusCode ?? 500
    if (status < 500) return answer(app, new Refusal(statusOf(status)), request, reply)

    request.log.error({ err: error }, 'unexpected failure')
    return answer(app, new Refusal(500), request, reply)
  })

  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url)
    if (methods.length === 0) return answer(app, new Refusal(404), request, reply)
    reply.header('allow', methods.join(', '))
    return answer(app, new Refusal(405), request, reply)
  })
}

async function answer(app: App, refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfterSeconds } = refusal
  if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds))
  return request.inertia.wantsJson || isForPrograms(request)
    ? answerJson(refusal, request, reply)
    : answerPage(app, refusal, request, reply)
}

function answerJson(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const errors = fieldsOf(refusal)
  const body = { message: request.text(errors ? firstOf(errors) : refusal.sentence) }
  reply.code(refusal.status).header('cache-control', 'no-store')
  return reply.send(errors ? { ...body, errors: listed(inWords(errors, request)) } : body)
}

function answerPage(app: App, refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const errors = fieldsOf(refusal)
  if (errors && request.method !== 'GET') {
    reply.flash(typedAgain(app, request))
    return reply.errors(inWords(errors, request), bagOf(request)).back(ownPage(request))
  }
  if (refusal instanceof NotSignedIn) return toSignIn(request, reply)
  if (refusal instanceof AccountIsLeaving) return reply.redirect(route('account-leaving.show'))
  if (refusal instanceof TermsHaveChanged) {
    reply.rememberInterrupted()
    return reply.redirect(route('terms.accept'))
  }
  if (refusal instanceof SecondFactorDemanded) {
    reply.rememberInterrupted()
    return reply.redirect(route('second-factor.show'))
  }
  if (refusal instanceof NotVerified) return reply.redirect(route('verification.notice'))
  if (refusal instanceof NotConfirmed) {
    reply.rememberInterrupted()
    return reply.redirect(route('password.confirm'))
  }
  if (refusal instanceof Expired) {
    keepCsrfCookie(app, request, reply)
    const banner = request.text('This page had been open for a long time. Try that again.')
    const told = { banner, bannerStyle: 'danger', ...typedAgain(app, request) } as const
    return reply.flash(told).back(ownPage(request))
  }
  return reply.page(
    'Error',
    {
      status: statusOf(refusal.status),
      requestId: request.id,
      retryAfterSeconds: refusal.retryAfterSeconds ?? null,
    },
    { status: refusal.status },
  )
}

/** Where a form most likely stood when the browser does not say: on the page its route names, or at the address it was sent to. */
function ownPage(request: FastifyRequest): string | undefined {
  if (request.formPage) return request.formPage
  const { page } = request.routeOptions.config
  if (page) return page
  return pagePaths.has(request.routeOptions.url ?? '') ? request.url : undefined
}

const pageNames = Object.keys(routes).filter(isRouteName)
const pagePaths = new Set(
  pageNames.filter((name) => routes[name].method === 'GET').map((name) => at(name).url),
)

function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routes, name)
}

/** Remembers where the person was going, so that signing in takes them there. */
function toSignIn(request: FastifyRequest, reply: FastifyReply) {
  const { inertia } = request
  if (request.method === 'GET' && !inertia.isPrefetch && !inertia.isPartial) {
    reply.setGuest({ intended: request.url })
  }
  return reply.redirect(route('login'))
}

function fieldsOf(refusal: Refusal): Record<string, Sentence> | null {
  if (refusal instanceof Invalid) return refusal.fields
  if (refusal instanceof TooMany && refusal.field) return { [refusal.field]: refusal.sentence }
  return null
}

function inWords(fields: Record<string, Sentence>, request: FastifyRequest) {
  return Object.fromEntries(
    Object.entries(fields).map(([field, sentence]) => [field, request.text(sentence)]),
  )
}

function listed(errors: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]]))
}

function firstOf(fields: Record<string, Sentence>): Sentence {
  return Object.values(fields)[0] ?? say('That did not work.')
}

const shown = new Set<number>([400, 403, 404, 405, 410, 413, 414, 415, 419, 421, 429, 500, 503])

function statusOf(status: number): ErrorStatus {
  return isShown(status) ? status : status < 500 ? 400 : 500
}

function isShown(status: number): status is ErrorStatus {
  return shown.has(status)
}
