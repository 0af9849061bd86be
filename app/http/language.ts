import type { Text } from '@foyer/sentences'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { cookieOptions } from '#app/http/cookies.ts'
import { type Languages, speak } from '#app/platform/language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Says sentences in the person's language. */
    text: Text
    textOrNull: Text | null
  }
  interface FastifyInstance {
    languages: Languages
  }
}

/** The person's language: their profile's, else the one chosen on this browser, else what the browser asks for. */
export function language(app: App): void {
  app.decorate('languages', speak({ withPseudo: app.config.env === 'local' }))
  app.decorateRequest('textOrNull', null)

  app.decorateRequest('text', {
    getter(this: FastifyRequest): Text {
      this.textOrNull ??= app.languages.pick(
        this.signedIn?.locale ?? this.cookies[app.cookieNames.locale],
        this.headers['accept-language'],
      )
      return this.textOrNull
    },
  })
}

const yearSeconds = 365 * 86_400

/** For the pages this browser sees before anyone has signed in. Null forgets it; undefined leaves it as it is. */
export function rememberLanguage(app: App, reply: FastifyReply, code: string | null | undefined) {
  if (code === undefined) return
  const options = { ...cookieOptions(app.config), httpOnly: false }
  const name = app.cookieNames.locale
  if (code === null) reply.clearCookie(name, options)
  else reply.setCookie(name, code, { ...options, maxAge: yearSeconds })
}
