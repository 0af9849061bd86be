import { randomUUID } from 'node:crypto'

import cookie from '@fastify/cookie'
import type { Message } from '@foyer/i18n'
import { jsonBody } from '@foyer/inertia'
import { queryLimits } from '@foyer/named-routes'
import Fastify, { LogController, type FastifyServerOptions, type RouteOptions } from 'fastify'
import { parse } from 'qs'
import { config as configureZod, type z } from 'zod'

import { attributes } from '#app/attributes.ts'
import { cookieNames } from '#app/http/security/cookies.ts'
import { securityHeaders } from '#app/http/security/security-headers.ts'
import { isApiPath, isTokenAccess } from '#app/http/server/api-paths.ts'
import type { App } from '#app/http/server/app-type.ts'
import { forwardedFor } from '#app/http/server/forwarded-for.ts'
import { overrideMethod } from '#app/http/server/method-override.ts'
import { requestTimeoutMs, maxBodyBytes } from '#app/http/server/request-limits.ts'
import { closeSlowReaders } from '#app/http/server/slow-readers.ts'
import { routableUrl } from '#app/http/server/unreadable-url.ts'
import { BadRequest, ValidationError } from '#app/platform/errors.ts'

import { malformedRequestHandlers } from './malformed-requests.ts'

const { parameterLimit: maxParameters } = queryLimits

export interface Services extends Pick<
  App,
  'config' | 'clock' | 'database' | 'keys' | 'limits' | 'files' | 'assets'
> {
  /** The attributes of app/attributes.ts, unless a test declares its own. */
  attributes?: App['attributes']
}

/**
 * Creates the Fastify instance: security headers on every response, strict parsing, timeouts for slow requests, and a
 * startup check that every route declares an access rule.
 */
export function createServer(services: Services, options: FastifyServerOptions): App {
  const app: App = Fastify({
    ...options,
    bodyLimit: maxBodyBytes,
    logController: new LogController({ disableRequestLogging: true }),
    // All three are needed; otherwise Node closes a slow body only at its own, much later check.
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1000,
      requireHostHeader: false,
      // Other upgrade requests are ignored and answered as plain HTTP.
      shouldUpgradeCallback: ({ url }) => isRealtimeUpgrade(url) || hasOtherUpgradeListeners(app),
    },
    forceCloseConnections: true,
    trustProxy: services.config.trustProxy.length > 0 ? services.config.trustProxy : false,
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => routableUrl(overrideMethod(request)),
    routerOptions: { querystringParser: parseFormEncoded, maxParamLength: 200 },
    ...malformedRequestHandlers(services.config),
  }).withTypeProvider()

  for (const [name, service] of Object.entries(services)) app.decorate(name, service)
  if (!app.hasDecorator('attributes')) app.decorate('attributes', attributes)
  app.decorate('db', services.database.db)
  app.decorate('cookieNames', cookieNames(services.config))

  closeSlowReaders(app)
  forwardedFor(app)
  // Node would answer an unknown Expect header without our security headers.
  app.server.on('checkExpectation', app.routing)

  app.register(cookie)
  securityHeaders(app)
  registerBodyParsers(app)
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasTooManyParameters(raw.url ?? '')) done(new BadRequest())
    else if (raw.headers['content-encoding'] !== undefined) done(new BadRequest(415))
    else done()
  })
  registerZodSchemas(app)
  requireAccessRules(app)
  return app
}

function isRealtimeUpgrade(url = ''): boolean {
  return url.startsWith('/app/')
}

/** True in development, where Vite's hot reload uses upgrades too. */
function hasOtherUpgradeListeners({ server }: App): boolean {
  return server.listenerCount('upgrade') > 1
}

function requireAccessRules(app: App): void {
  const allRoutes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void allRoutes.push(route))
  app.addHook('onReady', async () => {
    rejectRoutes(allRoutes, ({ config }) => config?.access === undefined, 'declares no access rule')
    rejectRoutes(allRoutes, hasWrongPermission, 'declares no permission, or one without effect')
  })
}

/** Under /api every route names a permission. Elsewhere those with access `role` or `team` do, and tokens are not accepted. */
function hasWrongPermission({ url, config }: RouteOptions): boolean {
  const { access, permission } = config ?? {}
  const needsPermission = access === 'role' || access === 'team'
  if (!isApiPath(url))
    return isTokenAccess(access) || (typeof permission === 'string') !== needsPermission
  return isTokenAccess(access)
    ? typeof permission !== 'string'
    : access !== 'public' || permission !== null
}

function rejectRoutes(
  allRoutes: RouteOptions[],
  isWrong: (route: RouteOptions) => boolean,
  problem: string,
): void {
  const lines = allRoutes
    .filter(isWrong)
    .map(({ method, url }) => `Route ${String(method)} ${url} ${problem}; see app/routes.ts`)
  if (lines.length > 0) throw new Error(lines.join('\n'))
}

/** Limits: 20 array items, 5 levels, 1000 parameters. qs drops prototype keys. */
function parseFormEncoded(text: string): Record<string, unknown> {
  return parse(text, queryLimits)
}

function hasTooManyParameters(text: string): boolean {
  return text.length >= maxParameters && text.split('&', maxParameters + 1).length > maxParameters
}

function registerBodyParsers(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBody(app))
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => {
      if (hasTooManyParameters(body)) throw new BadRequest()
      return parseFormEncoded(body)
    },
  )
}

function registerZodSchemas(app: App): void {
  // Zod's messages are for developers. Schemas bring their own; this is the fallback.
  configureZod({ customError: () => 'Check this field.' })
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (input) => {
    const result = schema.safeParse(input)
    return result.success ? { value: result.data } : { error: toValidationError(result.error) }
  })
  // The compiler and the tests check responses. At run time a value written by a newer version must not turn into a 500.
  app.setSerializerCompiler(() => JSON.stringify)
}

/** The first message of each field. An issue without a path means the body is not an object: BadRequest. */
function toValidationError({ issues }: z.ZodError): Error {
  const fields = new Map<string, Message>()
  for (const issue of issues) {
    if (issue.path.length === 0) return new BadRequest()
    const field = issue.path.join('.')
    if (!fields.has(field)) fields.set(field, issueMessage(issue))
  }
  return new ValidationError(Object.fromEntries(fields))
}

/** A message with placeholders is passed in `params`, so that it can still be translated. */
function issueMessage(issue: z.core.$ZodIssue): Message {
  return issue.code === 'custom' && issue.params?.['message']
    ? issue.params['message']
    : issue.message
}
