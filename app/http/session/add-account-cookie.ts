import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import type { SessionActor } from '#app/platform/actor.ts'

import { addingAccountMs, maxAccountsPerBrowser } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user has asked to sign in to a further account. */
    isAddingAccount(): boolean
    /** Whether the pages for signing in are open: to guests, and to users who add an account. */
    canSignIn(): boolean
    /** The session that a new one takes the place of; null for guests, and for users who add an account. */
    replacedSession(): SessionActor | null
  }
  interface FastifyReply {
    startAddingAccount(): void
    stopAddingAccount(): void
  }
}

const purpose = 'adding-account'

/**
 * Opens the pages for signing in to a signed-in user. Kept in an encrypted cookie bound to the session, and set by a form of
 * ours only: no other site can make a browser sign in to an account beside its own. `reply.signIn` reads it, so
 * no way to sign in handles it itself.
 */
export function addAccountCookie(app: App): void {
  const { config, keys } = app
  const name = app.cookieNames.addingAccount

  app.decorateRequest('isAddingAccount', function (this: FastifyRequest) {
    const encrypted = this.cookies[name]
    if (!encrypted || !this.session || hasMaxAccounts(this)) return false
    const endsAt = keys.decrypt(purpose, encrypted, this.session.session_id)
    return endsAt !== null && this.now < Number(endsAt)
  })

  app.decorateRequest('canSignIn', function (this: FastifyRequest) {
    return !this.session || this.isAddingAccount()
  })

  app.decorateRequest('replacedSession', function (this: FastifyRequest) {
    return this.canSignIn() ? null : this.actor()
  })

  app.decorateReply('startAddingAccount', function (this: FastifyReply) {
    const { session_id } = this.request.currentUser()
    const endsAt = String(this.request.now + addingAccountMs)
    this.setCookie(name, keys.encrypt(purpose, endsAt, session_id), {
      ...cookieOptions(config),
      maxAge: addingAccountMs / 1000,
    })
  })

  app.decorateReply('stopAddingAccount', function (this: FastifyReply) {
    if (this.request.cookies[name]) this.clearCookie(name, cookieOptions(config))
  })
}

/** Whether this browser has the maximum number of accounts. */
export function hasMaxAccounts(request: FastifyRequest): boolean {
  return request.otherSecrets().length >= maxAccountsPerBrowser - 1
}
