import type { FastifyServerOptions } from 'fastify'

import { accountDeletionRoutes } from '#app/account-deletion/routes.ts'
import { accountRecoveryRoutes } from '#app/account-recovery/routes.ts'
import { accountSwitcherRoutes } from '#app/account-switcher/routes.ts'
import { otherAccess, removeOtherAccess } from '#app/account-takeover/account-takeover.ts'
import { accountTakeoverRoutes } from '#app/account-takeover/routes.ts'
import { adminRoutes } from '#app/admin/routes.ts'
import { adminWaitlistRoutes } from '#app/admin/waitlist-routes.ts'
import { apiTokenAuth } from '#app/api-tokens/api-token-auth.ts'
import { apiTokenRoutes } from '#app/api-tokens/routes.ts'
import { apiRoutes } from '#app/api/routes.ts'
import { browserSessionRoutes } from '#app/browser-sessions/routes.ts'
import { confirmationRoutes } from '#app/confirmation/routes.ts'
import { customAttributeRoutes } from '#app/custom-attributes/routes.ts'
import { dataExportRoutes } from '#app/data-export/routes.ts'
import { devMailboxRoutes } from '#app/dev-mailbox/routes.ts'
import { emailAddressRoutes } from '#app/email-addresses/routes.ts'
import { emailChangeRoutes } from '#app/email-change/routes.ts'
import { emailCodeRoutes } from '#app/email-codes/routes.ts'
import { emailVerificationRoutes } from '#app/email-verification/routes.ts'
import { lockRowsBeforeAccount } from '#app/features.ts'
import { homeRoutes } from '#app/home/routes.ts'
import { hooks } from '#app/hooks.ts'
import { captcha } from '#app/http/captcha/captcha.ts'
import { compressDocuments } from '#app/http/inertia/compress-documents.ts'
import { errorHandler } from '#app/http/inertia/error-handler.ts'
import { inertiaPages } from '#app/http/inertia/inertia.ts'
import { requestLocale } from '#app/http/inertia/request-locale.ts'
import { accessLog } from '#app/http/ops/access-log.ts'
import { health } from '#app/http/ops/health.ts'
import { metrics } from '#app/http/ops/metrics.ts'
import { registerTelemetry } from '#app/http/ops/register-telemetry.ts'
import { securityTxt } from '#app/http/ops/security-txt.ts'
import { realtime } from '#app/http/realtime/realtime.ts'
import { cspReports } from '#app/http/security/csp-reports.ts'
import { csrf } from '#app/http/security/csrf.ts'
import { guards } from '#app/http/security/guards.ts'
import { rateLimitGuestForms } from '#app/http/security/rate-limit.ts'
import { actionContext } from '#app/http/server/action-context.ts'
import { afterResponse } from '#app/http/server/after-response.ts'
import type { App } from '#app/http/server/app-type.ts'
import { emitClientAborts } from '#app/http/server/client-aborts.ts'
import { hostCheck } from '#app/http/server/host-check.ts'
import { guestSession } from '#app/http/session/guest-session.ts'
import { returnTo } from '#app/http/session/return-to.ts'
import { sessions } from '#app/http/session/session.ts'
import { twoFactorChallengeCookie } from '#app/http/session/two-factor-challenge-cookie.ts'
import { invitationLinkRoutes } from '#app/invitations/routes.ts'
import { readLegal, documentVersions, type Legal } from '#app/legal/legal.ts'
import { legalRoutes } from '#app/legal/routes.ts'
import { logIntegrityRoutes } from '#app/log-integrity/routes.ts'
import { mailPreviews } from '#app/mail-previews.ts'
import { managementRoutes } from '#app/management-api/routes.ts'
import { newDeviceRoutes } from '#app/new-device/routes.ts'
import { notificationRoutes } from '#app/notifications/routes.ts'
import { passkeyRoutes } from '#app/passkeys/routes.ts'
import { passwordRoutes } from '#app/password/routes.ts'
import { auditEvents } from '#app/platform/event-log/audit-stream.ts'
import { setHooks } from '#app/platform/hooks/hooks.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { profilePhotoRoutes } from '#app/profile-photo/routes.ts'
import { profileRoutes } from '#app/profile/routes.ts'
import { providerRoutes } from '#app/providers/routes.ts'
import { realtimeRoutes } from '#app/realtime/routes.ts'
import { registrationFormRoutes, registrationRoutes } from '#app/registration/routes.ts'
import { serviceTokenAuth } from '#app/service-tokens/service-token-auth.ts'
import { signInUnlockRoutes } from '#app/sign-in-unlock/routes.ts'
import { signInRoutes } from '#app/sign-in/routes.ts'
import { supportAccessRoutes } from '#app/support-access/routes.ts'
import { supportAccessAuth } from '#app/support-access/support-access-auth.ts'
import { teamTokenAuth } from '#app/team-tokens/team-token-auth.ts'
import { teamAuth } from '#app/teams/team-auth.ts'
import { testClockRoutes } from '#app/test-clock/routes.ts'
import { timeTravelRoutes } from '#app/time-travel/routes.ts'
import { trustedDeviceRoutes } from '#app/trusted-devices/routes.ts'
import { twoFactorRoutes } from '#app/two-factor/routes.ts'
import { secondFactorPageRoutes } from '#app/two-factor/second-factor-page-routes.ts'
import { waitlistRoutes } from '#app/waitlist/routes.ts'

import { createServer, type Services } from './create-server.ts'
import { mountTeams } from './mount-teams.ts'

/** Mounts every feature. Hooks run in the order they are registered here. */
export async function buildApp(
  services: Services,
  options: FastifyServerOptions = {},
): Promise<App> {
  const app = createServer(services, options)
  const legal = await readLegal()
  await registerTelemetry(app)
  hostCheck(app)
  await services.assets.mount(app)
  accessLog(app)
  afterResponse(app)
  guestSession(app)
  requestLocale(app)
  twoFactorChallengeCookie(app)
  sessions(app)
  if (app.config.admin) supportAccessAuth(app)
  returnTo(app)
  actionContext(app)
  await realtime(app)
  await inertiaPages(app)
  compressDocuments(app)
  errorHandler(app)
  tokenAuth(app)
  guards(app, documentVersions(legal))
  csrf(app)
  if (app.config.teams) teamAuth(app)
  rateLimitGuestForms(app)
  emitClientAborts(app)

  operationsRoutes(app)
  homeRoutes(app)
  legalRoutes(app, legal)
  signUpRoutes(app, legal)
  firstFactorRoutes(app)
  secondFactorRoutes(app)
  confirmationRoutes(app)
  passwordRoutes(app)
  profileRoutes(app)
  notificationRoutes(app)
  customAttributeRoutes(app)
  addressRoutes(app)
  browserSessionRoutes(app)
  accountSwitcherRoutes(app)
  accountTakeoverRoutes(app)
  profilePhotoRoutes(app)
  apiTokenRoutes(app)
  await apiRoutes(app)
  dataExportRoutes(app)
  timeTravelRoutes(app)
  logIntegrityRoutes(app)
  accountDeletionRoutes(app)
  realtimeRoutes(app)
  if (app.config.teams) await mountTeams(app, legal)
  await operatorRoutes(app)
  setHooks(app.db, hooks)
  auditEvents(app.db, app.config)
  await app.ready()
  return app
}

function tokenAuth(app: App): void {
  apiTokenAuth(app)
  if (app.config.teams) teamTokenAuth(app)
  if (app.config.managementApi) serviceTokenAuth(app)
}

async function operatorRoutes(app: App): Promise<void> {
  if (app.config.admin) {
    adminRoutes(app)
    adminWaitlistRoutes(app)
    supportAccessRoutes(app)
  }
  if (app.config.managementApi) await managementRoutes(app)
  if (hasDevMailbox(app.config)) devMailboxRoutes(app, mailPreviews)
}

function operationsRoutes(app: App): void {
  health(app)
  metrics(app)
  cspReports(app)
  securityTxt(app)
  testClockRoutes(app)
}

function secondFactorRoutes(app: App): void {
  twoFactorRoutes(app)
  newDeviceRoutes(app)
  trustedDeviceRoutes(app)
  secondFactorPageRoutes(app)
}

function firstFactorRoutes(app: App): void {
  signInRoutes(app)
  signInUnlockRoutes(app)
  emailCodeRoutes(app)
  passkeyRoutes(app)
  providerRoutes(app)
  accountRecoveryRoutes(app)
}

function signUpRoutes(app: App, legal: Legal): void {
  captcha(app)
  registrationRoutes(app, legal)
  if (app.config.registration !== 'waitlist') registrationFormRoutes(app, legal)
  invitationLinkRoutes(app, legal)
  waitlistRoutes(app)
}

function addressRoutes(app: App): void {
  emailVerificationRoutes(app)
  emailAddressRoutes(app)
  // email-change must not import account-takeover, which imports it.
  emailChangeRoutes(app, { list: otherAccess, lockRowsBeforeAccount, remove: removeOtherAccess })
}
