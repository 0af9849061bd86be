import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions, unambiguousCookie } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import { isSecret } from '#app/platform/crypto/secret-tokens.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'
import {
  sessionsBySecrets,
  type BrowserAccountSession,
  switchSession,
} from '#app/platform/sessions/switch-session.ts'

import { maxAccountsPerBrowser } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The secrets of this browser's other accounts, in the order of the menu. Any of their sessions may have ended. */
    otherSecrets(): readonly string[]
    /** One query, none without such a cookie. */
    otherAccounts(): Promise<BrowserAccount[]>
  }
  interface FastifyReply {
    /** Makes the session of another account the one of this browser. @returns false when either has ended */
    switchAccount(account: BrowserAccount): Promise<boolean>
    /** @param accounts  the accounts that this browser keeps beside the active one */
    setOtherAccounts(accounts: BrowserAccount[]): void
  }
}

/** Another account of this browser. */
export interface BrowserAccount {
  /** Public, for forms. It grants nothing without the cookie. */
  id: string
  secret: string
  /** Null when it has ended. Then nothing is known of the account either. */
  session: BrowserAccountSession | null
}

const separator = '.'

/** Keeps the sessions of this browser's other accounts in a second cookie, which a browser with one account does not have. */
export function browserAccounts(app: App): void {
  app.decorateRequest('otherSecrets', function (this: FastifyRequest) {
    const name = app.cookieNames.otherAccounts
    // Hot path: most browsers have no such cookie.
    if (this.cookies[name] === undefined) return noSecrets
    const value = unambiguousCookie(this, name) ?? ''
    const secrets = value.split(separator, maxAccountsPerBrowser - 1)
    return [...new Set(secrets)].filter(isSecret)
  })

  app.decorateRequest('otherAccounts', async function (this: FastifyRequest) {
    const secrets = this.otherSecrets()
    const sessions = await sessionsBySecrets(app.db, secrets, this.now)
    return secrets.map((secret) => toBrowserAccount(app, secret, sessions))
  })

  app.decorateReply('setOtherAccounts', function (this: FastifyReply, accounts) {
    const name = app.cookieNames.otherAccounts
    const options = cookieOptions(app.config)
    if (accounts.length === 0) return void this.clearCookie(name, options)
    // Persistent only if every session is remembered.
    const isRemembered = accounts.every(({ session }) => session?.remembered !== 0)
    this.setCookie(name, accounts.map(({ secret }) => secret).join(separator), {
      ...options,
      ...(isRemembered && { maxAge: app.config.sessionLengths.maxMs / 1000 }),
    })
  })

  app.decorateReply('switchAccount', async function (this: FastifyReply, target) {
    const { request } = this
    const others = request.otherSecrets()
    const active = activeSecret(app, request)
    const switched = await switchSession(request.context(), { active, others }, target.secret)
    if (!switched) return false
    const sessions = await sessionsBySecrets(app.db, switched.others, request.now)
    this.setOtherAccounts(switched.others.map((secret) => toBrowserAccount(app, secret, sessions)))
    await this.openSession({ secret: switched.active }, target.session?.remembered === 1)
    this.clearReturnTo()
    this.clearHistory()
    return true
  })
}

const noSecrets: readonly string[] = []

function activeSecret(app: App, request: FastifyRequest): string | null {
  const secret = request.session && unambiguousCookie(request, app.cookieNames.session)
  return secret ?? null
}

function toBrowserAccount(
  app: App,
  secret: string,
  sessions: readonly BrowserAccountSession[],
): BrowserAccount {
  const hash = hashSecret(secret)
  const session = sessions.find(({ token_hash }) => token_hash === hash) ?? null
  // Stays the same while the secret changes, so that the menu of an older page still works.
  const id = app.keys.sign('account-of-browser', session?.session_id ?? secret)
  return { id, secret, session }
}

/**
 * Keeps the account in use as another one when a further account is added to it, and ends an older session of an account that
 * has just been signed in to again.
 *
 * @param addedTo  the secret of the session in use before; null unless an account was added to it
 */
export async function keepBrowserAccounts(
  app: App,
  reply: FastifyReply,
  addedTo: string | null,
): Promise<void> {
  const { request } = reply
  const { session } = request
  const others = request.otherSecrets()
  const secrets = addedTo === null ? others : [addedTo, ...others]
  if (!session || secrets.length === 0) return
  const sessions = await sessionsBySecrets(app.db, secrets, request.now)
  const accounts = secrets.map((secret) => toBrowserAccount(app, secret, sessions))
  const isSameAccount = (account: BrowserAccount) => account.session?.user_id === session.user_id
  const actor = request.actor()
  const replaced = { by: 'person', why: 'replaced' } as const
  for (const { session: older } of accounts.filter(isSameAccount))
    if (older)
      await inTransaction(app.db, (tx) => endSession(tx, actor, older.session_id, replaced))
  reply.setOtherAccounts(accounts.filter((account) => !isSameAccount(account)))
}
