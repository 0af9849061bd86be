import type { FastifyServerOptions } from 'fastify'

import { accountDeletionRoutes } from '#app/account-deletion/routes.ts'
import { apiTokenRoutes } from '#app/api-tokens/routes.ts'
import { apiRoutes } from '#app/api/routes.ts'
import { browserSessionRoutes } from '#app/browser-sessions/routes.ts'
import { confirmationRoutes } from '#app/confirmation/routes.ts'
import { dataExportRoutes } from '#app/data-export/routes.ts'
import { emailChangeRoutes } from '#app/email-change/routes.ts'
import { emailVerificationRoutes } from '#app/email-verification/routes.ts'
import { historyRoutes } from '#app/history/routes.ts'
import { homeRoutes } from '#app/home/routes.ts'
import { accessLog } from '#app/http/access-log.ts'
import { afterwards } from '#app/http/afterwards.ts'
import type { App, Parts } from '#app/http/app.ts'
import { bearer } from '#app/http/bearer.ts'
import { challenge } from '#app/http/challenge.ts'
import { csrf } from '#app/http/csrf.ts'
import { errorAnswers } from '#app/http/errors.ts'
import { guards } from '#app/http/guards.ts'
import { guestState } from '#app/http/guest.ts'
import { hangUps } from '#app/http/hang-ups.ts'
import { health } from '#app/http/health.ts'
import { hosts } from '#app/http/hosts.ts'
import { interrupted } from '#app/http/interrupted.ts'
import { language } from '#app/http/language.ts'
import { means } from '#app/http/means.ts'
import { metrics } from '#app/http/metrics.ts'
import { newApp } from '#app/http/new-app.ts'
import { pages } from '#app/http/pages.ts'
import { realtime } from '#app/http/realtime.ts'
import { securityReports } from '#app/http/security-reports.ts'
import { sessions } from '#app/http/session.ts'
import { throttleGuests } from '#app/http/throttle.ts'
import { wellKnown } from '#app/http/well-known.ts'
import { readLegal, versionsOf } from '#app/legal/legal.ts'
import { legalRoutes } from '#app/legal/routes.ts'
import { mailSamples } from '#app/mail-samples.ts'
import { mailboxRoutes } from '#app/mailbox/routes.ts'
import { notMeRoutes } from '#app/not-me/routes.ts'
import { passkeyRoutes } from '#app/passkeys/routes.ts'
import { passwordRoutes } from '#app/password/routes.ts'
import { hasMailbox } from '#app/platform/mail/mailbox.ts'
import { profilePhotoRoutes } from '#app/profile-photo/routes.ts'
import { profileRoutes } from '#app/profile/routes.ts'
import { realtimeRoutes } from '#app/realtime/routes.ts'
import { registrationRoutes } from '#app/registration/routes.ts'
import { secondFactorRoutes } from '#app/second-factor/routes.ts'
import { signInRoutes } from '#app/sign-in/routes.ts'
import { testClockRoutes } from '#app/test-clock/routes.ts'
import { timeTravelRoutes } from '#app/time-travel/routes.ts'
import { twoFactorRoutes } from '#app/two-factor/routes.ts'

/** Mounts every feature. The order of the hooks is the order a request meets them. */
export async function buildApp(parts: Parts, options: FastifyServerOptions = {}): Promise<App> {
  const app = newApp(parts, options)
  const legal = await readLegal()

  hosts(app)
  await parts.assets.mount(app)
  accessLog(app)
  afterwards(app)
  guestState(app)
  language(app)
  challenge(app)
  sessions(app)
  interrupted(app)
  means(app)
  await realtime(app)
  await pages(app)
  errorAnswers(app)
  bearer(app)
  guards(app, versionsOf(legal))
  csrf(app)
  throttleGuests(app)
  hangUps(app)

  health(app)
  metrics(app)
  securityReports(app)
  wellKnown(app)
  homeRoutes(app)
  legalRoutes(app, legal)
  registrationRoutes(app, legal)
  emailVerificationRoutes(app)
  signInRoutes(app)
  twoFactorRoutes(app)
  secondFactorRoutes(app)
  confirmationRoutes(app)
  passkeyRoutes(app)
  passwordRoutes(app)
  profileRoutes(app)
  emailChangeRoutes(app)
  browserSessionRoutes(app)
  notMeRoutes(app)
  profilePhotoRoutes(app)
  apiTokenRoutes(app)
  apiRoutes(app)
  dataExportRoutes(app)
  timeTravelRoutes(app)
  accountDeletionRoutes(app)
  realtimeRoutes(app)
  testClockRoutes(app)
  historyRoutes(app)
  if (hasMailbox(app.config)) mailboxRoutes(app, mailSamples)

  await app.ready()
  return app
}
