import type { Translator } from '@foyer/i18n'

import {
  apiTokens,
  requestsPerIp,
  requestsPerToken,
  revokeApiToken,
} from '#app/api-tokens/api-tokens.ts'
import { type AttributeValues, shownAttributes } from '#app/custom-attributes/custom-attributes.ts'
import { rateLimitChange } from '#app/http/security/rate-limit-change.ts'
import type { App } from '#app/http/server/app-type.ts'
import { machineEndpoint, routeOptions } from '#app/http/server/route-options.ts'
import type { Actor } from '#app/platform/actor.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'
import { route } from '#app/platform/route.ts'
import { paginate } from '#app/platform/validation/api-schemas.ts'
import { accountAt, eventHistory } from '#app/time-travel/time-travel.ts'

import { commonErrors, type Endpoints, endpointsWith } from './account-api-endpoints.ts'
import { toHistoryQuery } from './history-schemas.ts'
import { openapi } from './openapi-routes.ts'
import type { ApiEndpoint } from './pages.ts'
import { readUser } from './read-user.ts'
import { errorExample, referenceEndpoints } from './reference.ts'
import { serializeEvent, serializeState } from './serialize-history.ts'
import { serializeSession, serializeToken, serializeUser, serializeUserAt } from './serializers.ts'
import { endLiveSession, listSessions } from './sessions.ts'
import { updateUser } from './update-user.ts'

/** The JSON API. app/api-tokens/api-token-auth.ts enforces the access rules of the route table. */
export async function apiRoutes(app: App) {
  await openapi(app)
  referenceRoutes(app)
  const endpoints = endpointsWith(app.attributes)
  userRoutes(app, endpoints)
  historyRoutes(app, endpoints)
  sessionRoutes(app, endpoints)
  tokenRoutes(app, endpoints)
}

function referenceRoutes(app: App) {
  const endpointsByLanguage = new WeakMap<Translator, ApiEndpoint[]>()

  /** Describing them takes 4 ms. */
  function endpointsFor(t: Translator): ApiEndpoint[] {
    const known = endpointsByLanguage.get(t)
    if (known) return known
    const described = referenceEndpoints(t, {
      origin: app.config.origin,
      attributes: app.attributes,
    })
    endpointsByLanguage.set(t, described)
    return described
  }

  app.route({
    ...machineEndpoint('api.openapi'),
    handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(app.swagger()),
  })

  app.route({
    ...routeOptions('api.docs'),
    handler({ translator: t }, reply) {
      return reply.page('API/Reference', {
        endpoints: endpointsFor(t),
        commonErrors: Object.entries(commonErrors).map(([status, meaning]) => [status, t(meaning)]),
        errorExample: JSON.stringify(errorExample(t), null, 2),
        limits: { perToken: requestsPerToken.limit, perIp: requestsPerIp.limit },
        openApiUrl: route('api.openapi'),
        tokensUrl: route('api-tokens.index'),
      })
    },
  })
}

function userRoutes(app: App, endpoints: Endpoints) {
  app.route({
    ...machineEndpoint('api.user.show'),
    schema: endpoints['api.user.show'].schema,
    async handler(request) {
      const actor = request.tokenActor()
      const user = serializeUser(request.apiToken(), await attributesOf(actor))
      if (request.query.at === undefined) return { ...user, at: toIso(actor.now), state: null }
      const { at, state } = await accountAt(app.db, actor, request.query.at)
      return {
        ...serializeUserAt(user, state, app.attributes),
        at: toIso(at),
        state: serializeState(state),
      }
    },
  })

  app.route({
    ...machineEndpoint('api.user.update'),
    schema: endpoints['api.user.update'].schema,
    async handler(request) {
      const actor = request.tokenActor()
      await rateLimitChange(app, request, actor)
      await updateUser(app, actor, request.body)
      return serializeUser(await readUser(app.db, actor), await attributesOf(actor))
    },
  })

  function attributesOf({ userId }: Actor): MaybePromise<AttributeValues> {
    return shownAttributes(app.db, app.attributes, userId)
  }
}

function historyRoutes(app: App, endpoints: Endpoints) {
  app.route({
    ...machineEndpoint('api.history.index'),
    schema: endpoints['api.history.index'].schema,
    async handler(request) {
      const page = await eventHistory(app.db, request.tokenActor(), toHistoryQuery(request.query))
      return { data: page.data.map(serializeEvent), next_cursor: page.olderCursor }
    },
  })
}

function sessionRoutes(app: App, endpoints: Endpoints) {
  app.route({
    ...machineEndpoint('api.sessions.index'),
    schema: endpoints['api.sessions.index'].schema,
    async handler(request) {
      const { cursor, limit } = request.query
      const cursorPage = { after: cursor ?? null, limit: limit + 1 }
      const rows = await listSessions(app.db, request.tokenActor(), cursorPage)
      return paginate(rows, limit, serializeSession)
    },
  })

  app.route({
    ...machineEndpoint('api.sessions.destroy'),
    schema: endpoints['api.sessions.destroy'].schema,
    async handler(request, reply) {
      await endLiveSession(app.db, request.tokenActor(), request.params.session)
      return reply.code(204).send()
    },
  })
}

function tokenRoutes(app: App, endpoints: Endpoints) {
  app.route({
    ...machineEndpoint('api.tokens.index'),
    schema: endpoints['api.tokens.index'].schema,
    async handler(request) {
      const { cursor, limit } = request.query
      const { token_id } = request.apiToken()
      const cursorPage = { after: cursor ?? null, limit: limit + 1 }
      const rows = await apiTokens(app.db, request.tokenActor(), cursorPage)
      return paginate(rows, limit, (row) => serializeToken(row, token_id))
    },
  })

  app.route({
    ...machineEndpoint('api.tokens.destroy'),
    schema: endpoints['api.tokens.destroy'].schema,
    async handler(request, reply) {
      await revokeApiToken(app.db, request.tokenActor(), request.params.token, 'token')
      return reply.code(204).send()
    },
  })
}
