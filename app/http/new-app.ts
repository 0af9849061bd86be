import { randomUUID } from 'node:crypto'

import cookie from '@fastify/cookie'
import { jsonBody } from '@foyer/inertia'
import type { Sentence } from '@foyer/sentences'
import Fastify, { LogController, type FastifyServerOptions, type RouteOptions } from 'fastify'
import { parse } from 'qs'
import { config as configureZod, type z } from 'zod'

import { isApiPath } from '#app/http/api-paths.ts'
import type { App, Parts } from '#app/http/app.ts'
import { cookieNames } from '#app/http/cookies.ts'
import { forwardedFor } from '#app/http/forwarded-for.ts'
import { meantMethod } from '#app/http/method-override.ts'
import { requestLogs } from '#app/http/request-log.ts'
import { securityHeaders } from '#app/http/security-headers.ts'
import { slowReaders } from '#app/http/slow-readers.ts'
import { unreadable } from '#app/http/unreadable.ts'
import { BadRequest, Invalid } from '#app/platform/errors.ts'

const mostParameters = 1000
const largestBody = 128 * 1024

/**
 * A Fastify instance with the house's manners: the protecting headers before anything can be refused, strict parsing,
 * timeouts that close slow bodies, and a refusal to start with a route that does not say who may come in.
 */
export function newApp(parts: Parts, options: FastifyServerOptions): App {
  const app: App = Fastify({
    ...options,
    bodyLimit: largestBody,
    logController: new LogController({ disableRequestLogging: true }),
    // All three, or Node closes a slow body only at its own, much later, check.
    requestTimeout: 15_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 1000,
      requireHostHeader: false,
      // Any other offer to change the protocol is passed over, and the request answered as it is.
      shouldUpgradeCallback: ({ url }) => isForSockets(url) || hasOtherSockets(app),
    },
    forceCloseConnections: true,
    trustProxy: parts.config.trustProxy.length > 0 ? parts.config.trustProxy : false,
    genReqId: () => randomUUID(),
    rewriteUrl: meantMethod,
    routerOptions: { querystringParser: parseParameters, maxParamLength: 200 },
    ...unreadable(parts.config),
  }).withTypeProvider()

  for (const [name, part] of Object.entries(parts)) app.decorate(name, part)
  app.decorate('db', parts.database.db)
  app.decorate('cookieNames', cookieNames(parts.config))

  // Without one, all applications of a process share a logger.
  if (options.loggerInstance) requestLogs(app)
  slowReaders(app)
  forwardedFor(app)
  // Node would answer an expectation by itself; ours say no less than others.
  app.server.on('checkExpectation', app.routing)

  app.register(cookie)
  securityHeaders(app)
  acceptOnlyKnownBodies(app)
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasTooMany(raw.url ?? '')) done(new BadRequest())
    else if (raw.headers['content-encoding'] !== undefined) done(new BadRequest(415))
    else done()
  })
  checkWithZod(app)
  refuseOpenRoutes(app)
  return app
}

function isForSockets(url = ''): boolean {
  return url.startsWith('/app/')
}

/** Vite's, while developing. */
function hasOtherSockets({ server }: App): boolean {
  return server.listenerCount('upgrade') > 1
}

function refuseOpenRoutes(app: App): void {
  const all: RouteOptions[] = []
  app.addHook('onRoute', (route) => void all.push(route))
  app.addHook('onReady', async () => {
    refuse(all, ({ config }) => config?.access === undefined, 'Who may come in is not said for')
    refuse(all, isAstray, 'What a token must be allowed is not said, or said in vain, for')
  })
}

/** Below /api a route names its ability; elsewhere none does, and a token opens nothing that asks for a person. */
function isAstray({ url, config }: RouteOptions): boolean {
  const { access, ability } = config ?? {}
  if (!isApiPath(url)) return access === 'token' || ability !== undefined
  return access === 'token' ? typeof ability !== 'string' : access !== 'anyone' || ability !== null
}

function refuse(all: RouteOptions[], isWrong: (route: RouteOptions) => boolean, why: string): void {
  const names = all.filter(isWrong).map(({ method, url }) => `${String(method)} ${url}`)
  if (names.length > 0) throw new Error(`${why} ${names.join(', ')}; see app/routes.ts.`)
}

/** The specification's limits: 20 array items, 5 levels, 1000 parameters. Prototype names are dropped. */
function parseParameters(text: string): Record<string, unknown> {
  return parse(text, { arrayLimit: 20, depth: 5, parameterLimit: mostParameters })
}

function hasTooMany(text: string): boolean {
  return (
    text.length >= mostParameters && text.split('&', mostParameters + 1).length > mostParameters
  )
}

function acceptOnlyKnownBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBody(app))
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => {
      if (hasTooMany(body)) throw new BadRequest()
      return parseParameters(body)
    },
  )
}

function checkWithZod(app: App): void {
  // Zod's own words are for programmers. A schema says its sentences itself; this is for what it did not foresee.
  configureZod({ customError: () => 'Check this.' })
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (input) => {
    const result = schema.safeParse(input)
    return result.success ? { value: result.data } : { error: refusal(result.error) }
  })
}

/** The first sentence for each field; a body that is not a form at all has no field to blame. */
function refusal({ issues }: z.ZodError): Error {
  const fields = new Map<string, Sentence>()
  for (const issue of issues) {
    if (issue.path.length === 0) return new BadRequest()
    const field = issue.path.join('.')
    if (!fields.has(field)) fields.set(field, sentenceOf(issue))
  }
  return new Invalid(Object.fromEntries(fields))
}

/** A sentence with values in it travels beside the message, so that it can still be translated. */
function sentenceOf(issue: z.core.$ZodIssue): Sentence {
  return issue.code === 'custom' && issue.params?.['sentence']
    ? issue.params['sentence']
    : issue.message
}
