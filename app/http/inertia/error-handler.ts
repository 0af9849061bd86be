import { msg, type Message } from '@foyer/i18n'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { setCsrfCookie } from '#app/http/security/csrf.ts'
import { isApiRequest, allowedMethods } from '#app/http/server/api-paths.ts'
import type { App } from '#app/http/server/app-type.ts'
import { fallbackPage } from '#app/http/server/fallback-page.ts'
import { isUnreadable } from '#app/http/server/unreadable-url.ts'
import { storeIntendedUrl } from '#app/http/session/intended-url.ts'
import { type ErrorStatus, errorStatuses } from '#app/pages.ts'
import { ProviderRequired } from '#app/platform/auth/required-provider.ts'
import {
  AccountPendingDeletion,
  AccountSwitched,
  BadRequest,
  PageExpired,
  ValidationError,
  ConfirmationRequired,
  NotSignedIn,
  EmailNotVerified,
  AppError,
  SecondFactorRequired,
  TermsNotAccepted,
  TooManyRequests,
} from '#app/platform/errors.ts'
import { HookRefusal } from '#app/platform/hooks/hook-refusal.ts'
import { route } from '#app/platform/route.ts'

import { errorBagOf, oldInput } from './old-input.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error the request was rejected with, for the log: a redirect back has an unsuspicious status. */
    errorName: string | null
  }
}

/** Turns errors into responses: JSON for API clients, redirects or the error page for pages. */
export function errorHandler(app: App): void {
  app.decorateRequest('errorName', null)

  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) => {
    request.errorName = error instanceof AppError ? error.name : (error.code ?? 'Failure')
    if (error instanceof AppError) return sendError(app, error, request, reply)
    const status = error.statusCode ?? 500
    if (status < 500) return sendError(app, new AppError(errorPageStatus(status)), request, reply)

    request.log.error({ err: error }, 'unexpected failure')
    return sendError(app, new AppError(500), request, reply)
  })

  app.setNotFoundHandler((request, reply) => {
    if (isUnreadable(request.originalUrl)) {
      request.errorName = BadRequest.name
      return sendError(app, new BadRequest(), request, reply)
    }
    const methods = allowedMethods(request)
    if (methods.length === 0) return sendError(app, new AppError(404), request, reply)
    reply.header('allow', methods.join(', '))
    return sendError(app, new AppError(405), request, reply)
  })
}

async function sendError(app: App, error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfterSeconds } = error
  if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds))
  return request.inertia.wantsJson || isApiRequest(request)
    ? sendJsonError(error, request, reply)
    : sendPageError(app, error, request, reply)
}

function sendJsonError(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const errors = fieldErrors(error)
  const body = { message: request.translator(errors ? firstMessage(errors) : error.userMessage) }
  reply.code(error.status).header('cache-control', 'no-store')
  return reply.send(
    errors ? { ...body, errors: wrapInArrays(translateErrors(errors, request)) } : body,
  )
}

interface NextPage {
  after: new () => AppError
  page: string
  /** The page to continue on afterwards. */
  remembers?: 'intendedUrl' | 'returnTo'
}

/** The pages where a person does what an error asks for. */
const nextPages: readonly NextPage[] = [
  { after: NotSignedIn, page: route('login'), remembers: 'intendedUrl' },
  { after: AccountSwitched, page: `${route('accounts.index')}?switched=1` },
  { after: AccountPendingDeletion, page: route('account-leaving.show') },
  { after: TermsNotAccepted, page: route('terms.accept'), remembers: 'returnTo' },
  { after: SecondFactorRequired, page: route('second-factor.show'), remembers: 'returnTo' },
  { after: EmailNotVerified, page: route('verification.notice') },
  { after: ConfirmationRequired, page: route('password.confirm'), remembers: 'returnTo' },
]

function sendPageError(app: App, error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const errors = fieldErrors(error)
  if (error instanceof ProviderRequired && !showsAddress(request)) {
    const banner = request.translator(firstMessage(error.fields))
    return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('login'))
  }
  if (error instanceof HookRefusal && !showsFields(request, error.fields))
    reply.flash({ banner: request.translator(error.reason), bannerStyle: 'danger' })
  if (errors && request.method !== 'GET') {
    reply.flash(oldInput(app, request))
    return reply
      .errors(translateErrors(errors, request), errorBagOf(request))
      .back(fallbackPage(request))
  }
  const next = nextPages.find(({ after }) => error instanceof after)
  if (next) {
    if (next.remembers === 'intendedUrl') storeIntendedUrl(request, reply)
    if (next.remembers === 'returnTo') reply.storeReturnTo()
    return reply.redirect(next.page)
  }
  if (error instanceof PageExpired) {
    setCsrfCookie(app, request, reply)
    const banner = request.translator('This page was open for a long time. Try again.')
    const flash = { banner, bannerStyle: 'danger', ...oldInput(app, request) } as const
    return reply.flash(flash).back(fallbackPage(request))
  }
  return reply.page(
    'Error',
    {
      status: errorPageStatus(error.status),
      requestId: request.id,
      retryAfterSeconds: error.retryAfterSeconds ?? null,
    },
    { status: error.status },
  )
}

/** Whether the form has a visible address field, which can show an error. The form of a mailed code hides it. */
function showsAddress({ body }: FastifyRequest): boolean {
  return typeof body === 'object' && body !== null && 'email' in body && !('code' in body)
}

/** Whether the form has a field for each of the errors. */
function showsFields(request: FastifyRequest, fields: Record<string, Message>): boolean {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  return Object.keys(fields).every((name) =>
    name === 'email' ? showsAddress(request) : name in body,
  )
}

function fieldErrors(error: AppError): Record<string, Message> | null {
  if (error instanceof ValidationError) return error.fields
  if (error instanceof TooManyRequests && error.field) return { [error.field]: error.userMessage }
  return null
}

function translateErrors(fields: Record<string, Message>, request: FastifyRequest) {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [field, request.translator(message)]),
  )
}

function wrapInArrays(errors: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]]))
}

function firstMessage(fields: Record<string, Message>): Message {
  return Object.values(fields)[0] ?? msg("That didn't work. Try again in a moment.")
}

function errorPageStatus(status: number): ErrorStatus {
  return errorStatuses.find((known) => known === status) ?? (status < 500 ? 400 : 500)
}
