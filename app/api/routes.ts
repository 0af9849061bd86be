import { apiTokens, revokeToken } from '#app/api-tokens/api-tokens.ts'
import type { App } from '#app/http/app.ts'
import { forPrograms } from '#app/http/at.ts'
import { theme } from '#app/http/theme.ts'
import { moment } from '#app/platform/moment.ts'
import { updateProfileInformation } from '#app/profile/profile.ts'
import { accountAt, history } from '#app/time-travel/time-travel.ts'

import { pageOf, sessionOf, tokenOf, userOf, userThen } from './answers.ts'
import { docsPage } from './docs-page.ts'
import { endLiveSession } from './end-live-session.ts'
import { liveSessions } from './live-sessions.ts'
import { openapi } from './openapi.ts'
import { eventOf, EventsQuery, MomentQuery, placeOf, stateOf } from './past.ts'
import { Page, SessionPath, TokenPath, UserChange } from './shapes.ts'
import { userNow } from './user-now.ts'

/** The JSON interface. Who may come in is in the route table; app/http/bearer.ts sees to it. */
export function apiRoutes(app: App) {
  describingRoutes(app)
  userRoutes(app)
  historyRoutes(app)
  sessionRoutes(app)
  tokenRoutes(app)
}

/** Open to everyone, and the same for everyone: nobody is looked up. */
function describingRoutes(app: App) {
  const document = JSON.stringify(openapi(app.config))

  app.route({
    ...forPrograms('api.openapi'),
    handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(document),
  })

  app.route({
    ...forPrograms('api.docs'),
    handler(request, reply) {
      const styles =
        app.assets
          .head('', request.text.locale, request.nonce)
          .match(/<link rel="stylesheet"[^>]*>/g) ?? []
      const look = { styles: styles.join('\n'), theme: theme(request) }
      return reply
        .type('text/html; charset=utf-8')
        .send(docsPage(app.config, { ...look, text: request.text }))
    },
  })
}

function userRoutes(app: App) {
  app.route({
    ...forPrograms('api.user.show'),
    schema: { querystring: MomentQuery },
    async handler(request) {
      const user = userOf(request.bearer())
      const account = request.tokenAccount()
      if (request.query.at === undefined) return { ...user, at: moment(account.now), state: null }
      const { at, state } = await accountAt(app.db, account, request.query.at)
      return { ...userThen(user, state), at: moment(at), state: stateOf(state) }
    },
  })

  app.route({
    ...forPrograms('api.user.update'),
    schema: { body: UserChange },
    async handler(request) {
      const account = request.tokenAccount()
      await updateProfileInformation(app.db, account, request.body, app.languages)
      return userOf(await userNow(app.db, account))
    },
  })
}

function historyRoutes(app: App) {
  app.route({
    ...forPrograms('api.history.index'),
    schema: { querystring: EventsQuery },
    async handler(request) {
      const found = await history(app.db, request.tokenAccount(), placeOf(request.query))
      return { data: found.data.map(eventOf), next_cursor: found.older }
    },
  })
}

function sessionRoutes(app: App) {
  app.route({
    ...forPrograms('api.sessions.index'),
    schema: { querystring: Page },
    async handler(request) {
      const { cursor, limit } = request.query
      const place = { after: cursor ?? null, limit: limit + 1 }
      const found = await liveSessions(app.db, request.tokenAccount(), place)
      return pageOf(found, limit, sessionOf)
    },
  })

  app.route({
    ...forPrograms('api.sessions.destroy'),
    schema: { params: SessionPath },
    async handler(request, reply) {
      await endLiveSession(app.db, request.tokenAccount(), request.params.session)
      return reply.code(204).send()
    },
  })
}

function tokenRoutes(app: App) {
  app.route({
    ...forPrograms('api.tokens.index'),
    schema: { querystring: Page },
    async handler(request) {
      const { cursor, limit } = request.query
      const { token_id } = request.bearer()
      const place = { after: cursor ?? null, limit: limit + 1 }
      const found = await apiTokens(app.db, request.tokenAccount(), place)
      return pageOf(found, limit, (row) => tokenOf(row, token_id))
    },
  })

  app.route({
    ...forPrograms('api.tokens.destroy'),
    schema: { params: TokenPath },
    async handler(request, reply) {
      await revokeToken(app.db, request.tokenAccount(), request.params.token, 'token')
      return reply.code(204).send()
    },
  })
}
