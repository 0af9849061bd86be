import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { isLoopback } from '#app/platform/config-values.ts'
import type { Db } from '#app/platform/db/connect.ts'
import {
  AccountIsLeaving,
  NotConfirmed,
  NotFound,
  NotSignedIn,
  NotVerified,
  SecondFactorDemanded,
  TermsHaveChanged,
} from '#app/platform/errors.ts'
import { isConfirmed } from '#app/platform/is-confirmed.ts'
import { route } from '#app/platform/route.ts'
import { hasSecondFactor } from '#app/platform/second-factor.ts'
import type { SignedIn } from '#app/platform/sessions.ts'
import type { Access } from '#app/routes.ts'

/** Applies what the route table says about who may come in, after routing, for every route. @param offered  the versions in force */
export function guards(app: App, offered: Agreement): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { access, whileHeld } = request.routeOptions.config
    if (access === undefined) return done()
    if (access === 'guest' && request.signedIn) return void reply.redirect(route('dashboard'))
    check(access, request)
    if (needsAccount(access) && !whileHeld) refuseHeld(request.person(), offered)
    done()
  })

  if (app.config.requireTwoFactor) {
    app.addHook('onRequest', async (request) => {
      const { access, whileHeld, setsUpSecondFactor } = request.routeOptions.config
      if (!needsAccount(access) || whileHeld || setsUpSecondFactor) return
      await refuseUnprotected(app.db, request.person())
    })
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { access, confirmedMinutes } = request.routeOptions.config
    if (access === 'verified') checkVerified(request.person())
    if (confirmedMinutes !== undefined) askForConfirmation(request, confirmedMinutes)
    done()
  })
}

/**
 * For the routes that ask only sometimes; the others say so in the table.
 *
 * @throws NotConfirmed when the person has not shown within so many minutes that it is still them
 */
export function askForConfirmation(request: FastifyRequest, minutes: number): void {
  if (!isConfirmed(request.person(), request.now, minutes)) throw new NotConfirmed()
}

function check(access: Access, request: FastifyRequest): void {
  if (access === 'anyone' || access === 'guest' || access === 'signed') return
  // Someone without the right to know should not learn that it exists.
  if (access === 'loopback') {
    if (!isFromThisMachine(request)) throw new NotFound()
    return
  }
  // The hook before this one has let the token in, or refused it.
  if (access === 'token') return void request.bearer()
  if (!request.signedIn) throw new NotSignedIn()
}

function needsAccount(access: Access | undefined): boolean {
  return access === 'account' || access === 'verified'
}

/** What someone agreed to, by version. */
interface Agreement {
  terms: string
  policy: string
}

function refuseHeld(person: SignedIn, offered: Agreement): void {
  if (person.leaves_at !== null) throw new AccountIsLeaving()
  const { terms_version, policy_version } = person
  const isAgreed = terms_version === offered.terms && policy_version === offered.policy
  if (!isAgreed) throw new TermsHaveChanged()
}

async function refuseUnprotected(db: Db, person: SignedIn): Promise<void> {
  const isProtected =
    person.two_factor_enabled_at !== null || (await hasSecondFactor(db, person.user_id))
  if (!isProtected) throw new SecondFactorDemanded()
}

function checkVerified({ email_verified_at }: SignedIn): void {
  if (email_verified_at === null) throw new NotVerified()
}

export function isFromThisMachine({ ip, headers }: FastifyRequest): boolean {
  // Whatever a proxy on this machine relays comes from someone else, who named our public host.
  const isRelayed = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  const isMeant = isLoopback(headers.host?.toLowerCase().replace(/:\d+$/, '') ?? '')
  return isMeant && !isRelayed && (ip === '::1' || ip.replace('::ffff:', '').startsWith('127.'))
}
