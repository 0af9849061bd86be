import type { Translator } from '@foyer/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app.ts'
import { type Languages, loadLanguages } from '#app/platform/i18n/translations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Says sentences in the person's language. */
    translator: Translator
    cachedTranslator: Translator | null
  }
  interface FastifyInstance {
    languages: Languages
  }
}

/** The person's language: their profile's, else the one chosen on this browser, else what the browser asks for. */
export function requestLocale(app: App): void {
  app.decorate('languages', loadLanguages({ includePseudo: app.config.env === 'local' }))
  app.decorateRequest('cachedTranslator', null)

  app.decorateRequest('translator', {
    getter(this: FastifyRequest): Translator {
      this.cachedTranslator ??= app.languages.pick(
        this.session?.locale ?? this.cookies[app.cookieNames.locale],
        this.headers['accept-language'],
      )
      return this.cachedTranslator
    },
  })
}

const yearSeconds = 365 * 86_400

/** For the pages this browser sees before anyone has signed in. Null forgets it; undefined leaves it as it is. */
export function setLocaleCookie(app: App, reply: FastifyReply, locale: string | null | undefined) {
  if (locale === undefined) return
  const options = { ...cookieOptions(app.config), httpOnly: false }
  const name = app.cookieNames.locale
  if (locale === null) reply.clearCookie(name, options)
  else reply.setCookie(name, locale, { ...options, maxAge: yearSeconds })
}
