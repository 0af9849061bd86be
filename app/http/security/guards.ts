import type { FastifyRequest } from 'fastify'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import { isTokenAccess } from '#app/http/server/api-paths.ts'
import type { App } from '#app/http/server/app-type.ts'
import { isLoopbackRequest, isMonitoringRequest } from '#app/http/server/request-source.ts'
import { permissionsOfRole } from '#app/permissions.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import type { Admission } from '#app/platform/auth/is-admitted-session.ts'
import type { Db } from '#app/platform/db/connect.ts'
import {
  AccountPendingDeletion,
  ConfirmationRequired,
  Forbidden,
  NotFound,
  NotSignedIn,
  EmailNotVerified,
  SecondFactorRequired,
  TermsNotAccepted,
} from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { isConfirmed } from '#app/platform/sessions/is-confirmed.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'
import { isIpAllowed } from '#app/platform/validation/ip-addresses.ts'
import type { AccessRule } from '#app/routes.ts'

import { adminSession } from './admin-session.ts'
import { stalePageGuard } from './stale-page-guard.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the member pages are open to the account: not before it accepts the terms, say, or sets up a required second factor. */
    isAdmitted(user: CurrentSession): Promise<boolean>
    /** The rules of `isAdmitted`, for `isAdmittedSession`. */
    admission(): Admission
  }
}

/**
 * Enforces the access rules of the route table, after routing and for every route. The membership that `team` requires is checked
 * next, by the feature that has it.
 *
 * @param currentVersions  of the terms and the privacy policy
 */
export function guards(app: App, currentVersions: LegalVersions): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { access, duringSupport } = request.routeOptions.config
    if (request.supportAccess && access !== undefined && !duringSupport) throw new Forbidden()
    done()
  })

  app.decorate('isAdmitted', async (user: CurrentSession) => {
    if (user.leaves_at !== null || !hasAccepted(user, currentVersions)) return false
    return !app.config.requireTwoFactor || hasRequiredFactor(app.db, user)
  })

  app.decorate('admission', () => ({
    requireTwoFactor: app.config.requireTwoFactor,
    versions: currentVersions,
  }))

  stalePageGuard(app)

  app.addHook('onRequest', (request, reply, done) => {
    const { access, allowOnHold, onlyFrom } = request.routeOptions.config
    if (access === undefined) return done()
    if (access === 'guest' && !request.canSignIn()) return void reply.redirect(route('dashboard'))
    // Checked first: otherwise signing in or confirming would return to a URL that another site opened.
    const isFromElsewhere = request.headers['sec-fetch-site'] !== 'same-origin'
    if (onlyFrom !== undefined && isFromElsewhere && !request.inertia.wantsJson)
      return void reply.redirect(onlyFrom)
    requireAccess(access, request)
    if (access === 'role') requirePermission(request)
    if (requiresSignIn(access) && !allowOnHold && !request.supportAccess)
      rejectOnHold(request.currentUser(), currentVersions)
    done()
  })

  adminSession(app)

  if (app.config.requireTwoFactor) {
    app.addHook('onRequest', async (request) => {
      const { access, allowOnHold, allowWithoutSecondFactor } = request.routeOptions.config
      if (!requiresSignIn(access) || allowOnHold || allowWithoutSecondFactor) return
      if (request.supportAccess) return
      await requireSecondFactor(app.db, request.currentUser())
    })
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { access, confirmation } = request.routeOptions.config
    if (needsVerifiedEmail(access) && !request.supportAccess)
      requireVerifiedEmail(request.currentUser())
    if (confirmation !== undefined) requireConfirmation(request, confirmation)
    done()
  })
}

/**
 * For routes that require a confirmation only in some cases; the others declare it in the route table.
 *
 * @throws ConfirmationRequired when the last confirmation is too old for the level
 */
export function requireConfirmation(request: FastifyRequest, level: ConfirmationLevel): void {
  const { confirmationMinutes } = request.server.config
  if (!isConfirmed(request.currentUser(), request.now, confirmationMinutes[level]))
    throw new ConfirmationRequired()
}

function requireAccess(access: AccessRule, request: FastifyRequest): void {
  if (access === 'public' || access === 'guest' || access === 'signedRequest') return
  // 404 does not reveal that the route exists.
  if (access === 'loopback') {
    if (!isLoopbackRequest(request)) throw new NotFound()
    return
  }
  if (access === 'monitoring') {
    if (!isMonitoringRequest(request)) throw new NotFound()
    return
  }
  // The hook of the feature that owns the tokens has authenticated the request.
  if (isTokenAccess(access) ? request.tokenId === null : !request.session) throw new NotSignedIn()
}

function requiresSignIn(access: AccessRule | undefined): boolean {
  return access === 'signedIn' || needsVerifiedEmail(access)
}

function needsVerifiedEmail(access: AccessRule | undefined): boolean {
  return access === 'verified' || access === 'role' || access === 'team'
}

/** @throws NotFound without any role or from another network, which does not reveal that the route exists */
function requirePermission(request: FastifyRequest): void {
  if (!isIpAllowed(request.server.config.adminNetworks, request.ip)) throw new NotFound()
  const granted = permissionsOfRole(request.currentUser().role)
  if (granted.length === 0) throw new NotFound()
  const { permission } = request.routeOptions.config
  if (!granted.some((name) => name === permission)) throw new Forbidden()
}

/** Versions of the legal documents. */
interface LegalVersions {
  terms: string
  policy: string
}

function rejectOnHold(user: CurrentSession, currentVersions: LegalVersions): void {
  if (user.leaves_at !== null) throw new AccountPendingDeletion()
  if (!hasAccepted(user, currentVersions)) throw new TermsNotAccepted()
}

function hasAccepted(
  { terms_version, policy_version }: CurrentSession,
  { terms, policy }: LegalVersions,
): boolean {
  return terms_version === terms && policy_version === policy
}

async function requireSecondFactor(db: Db, user: CurrentSession): Promise<void> {
  if (!(await hasRequiredFactor(db, user))) throw new SecondFactorRequired()
}

async function hasRequiredFactor(db: Db, user: CurrentSession): Promise<boolean> {
  return (
    user.two_factor_enabled_at !== null ||
    user.has_trusted_factor === 1 ||
    hasSecondFactor(db, user.user_id)
  )
}

function requireVerifiedEmail({ email_verified_at }: CurrentSession): void {
  if (email_verified_at === null) throw new EmailNotVerified()
}
