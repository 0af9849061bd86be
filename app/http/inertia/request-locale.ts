import type { Translator } from '@foyer/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import { type Languages, loadLanguages } from '#app/platform/i18n/translations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    translator: Translator
    cachedTranslator: Translator | null
  }
  interface FastifyInstance {
    languages: Languages
  }
}

/** Picks the language: the profile's, else the cookie's, else by `Accept-Language`. */
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

/** Stores the language for this browser's guest pages. Null clears the cookie; undefined leaves it unchanged. */
export function setLocaleCookie(app: App, reply: FastifyReply, locale: string | null | undefined) {
  if (locale === undefined) return
  const options = { ...cookieOptions(app.config), httpOnly: false }
  const name = app.cookieNames.locale
  if (locale === null) reply.clearCookie(name, options)
  else reply.setCookie(name, locale, { ...options, maxAge: yearSeconds })
}
