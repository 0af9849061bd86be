import { inertia } from '@foyer/inertia'
import type { FlashData, Page, Rendered } from '@foyer/inertia'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { realtimeProp } from '#app/http/realtime/realtime-prop.ts'
import { setCsrfCookie } from '#app/http/security/csrf.ts'
import type { App } from '#app/http/server/app-type.ts'
import type { Flash, Pages, SharedProps } from '#app/pages.ts'
import { permissionsOfRole } from '#app/permissions.ts'
import { AdjustableClock } from '#app/platform/clock/adjustable-clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'
import { pickProfile } from '#app/platform/lib/pick-profile.ts'
import { route } from '#app/platform/route.ts'
import { clearFlash, saveFlash } from '#app/platform/sessions/flash-store.ts'
import { isConfirmed } from '#app/platform/sessions/is-confirmed.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'
import { renders } from '#app/platform/telemetry/trace-channels.ts'
import type { TestClock } from '#app/test-clock/pages.ts'

import { menuAccountProps } from './browser-accounts-prop.ts'
import { documentVersion, clientRoutes } from './client-routes.ts'
import { documentHtml } from './document-html.ts'
import { menuNotificationProps } from './notification-props.ts'
import { pageCache } from './page-cache.ts'
import { nextRenderSlot } from './render-queue.ts'
import { menuSupportProps } from './support-access-prop.ts'
import { theme } from './theme.ts'

declare module '@foyer/inertia' {
  interface Register {
    pages: Pages
    shared: SharedProps
    flash: Flash
  }
}

/** Connects the Inertia plugin to our document, renderer, sessions and flash storage. */
export async function inertiaPages(app: App): Promise<void> {
  const { clock, config, keys } = app
  app.decorate('clientRoutes', clientRoutes(app))
  const cachedRender = pageCache(app)

  await app.register(inertia, {
    version: (request) => documentVersion(app, request),
    origin: config.origin,
    document: (rendered, request) => documentHtml(app, rendered, request),
    render: (page, request) =>
      cachedRender(page, request, () =>
        whenReady(nextRenderSlot(), () => tracedRender(app, page, request)),
      ),
    onRenderError: (error, request) => request.log.error({ err: error }, 'rendering failed'),
    shared: (request) => ({
      auth: authProp(request, config),
      appName: config.appName,
      locale: request.translator.locale,
      languages: app.languages.options(request.translator.locale),
      theme: theme(request),
      realtime: realtimeProp(app, request),
      ...menuProps(app, request),
      ...(config.teams && request.session && { teams: true as const }),
      ...(clock instanceof AdjustableClock && { testClock: testClockProp(clock) }),
    }),
    // Signing out makes the pages in the browser's history unreadable.
    encryptHistory: (request) => request.session !== null,
    flashStore: { read: readFlash, write: writeFlash },
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    setPageHeaders(app, request, reply)
    done(null, payload)
  })

  function readFlash(request: FastifyRequest): FlashData {
    const { session } = request
    if (!session) return request.guestSession().carried ?? {}
    if (!session.carried_sealed) return {}
    const decrypted = keys.decrypt('carried', session.carried_sealed, session.session_id)
    return decrypted ? JSON.parse(decrypted) : {}
  }

  async function writeFlash(request: FastifyRequest, reply: FastifyReply, next: FlashData) {
    const isEmpty = Object.keys(next).length === 0
    if (!request.session) return reply.updateGuestSession({ carried: isEmpty ? undefined : next })

    const { session_id, carried_sealed: previousFlash } = request.session
    if (!isEmpty) {
      const encrypted = keys.encrypt('carried', JSON.stringify(next), session_id)
      return saveFlash(app.db, session_id, encrypted)
    }
    // Better to show a flash twice than to fail the page.
    const logFailure = (err: unknown) => request.log.warn({ err }, 'flash not cleared')
    await clearFlash(app.db, session_id, previousFlash).catch(logFailure)
  }
}

function tracedRender(
  { assets, config }: App,
  page: Page,
  { translator }: FastifyRequest,
): MaybePromise<Rendered> {
  const render = () => assets.render(page, { appName: config.appName, locale: translator.locale })
  if (!renders.hasSubscribers) return render()
  return renders.tracePromise(async () => render(), { page: page.component })
}

function menuProps(app: App, request: FastifyRequest) {
  return {
    ...menuAccountProps(request),
    ...menuNotificationProps(app, request),
    ...menuSupportProps(app, request),
  }
}

function testClockProp(clock: AdjustableClock): TestClock {
  return { now: toIso(clock.now()), offsetMs: clock.offsetMs }
}

function isHtmlDocument(request: FastifyRequest, reply: FastifyReply): boolean {
  const isHtml = String(reply.getHeader('content-type')).startsWith('text/html')
  return isHtml && request.routeOptions.config.inertia !== false
}

function setPageHeaders(app: App, request: FastifyRequest, reply: FastifyReply): void {
  const isDocument = isHtmlDocument(request, reply)
  if (!isDocument && !reply.hasHeader('x-inertia')) return
  // Without a resolved session the token would be a guest's and overwrite that of the signed-in user.
  const isSessionResolved = reply.statusCode < 500 && request.now !== 0
  if (isSessionResolved) setCsrfCookie(app, request, reply)
  if (isDocument && request.session) reply.header('cache-control', 'no-store, private')
}

function userProp(session: CurrentSession, hasAdminArea: boolean): SharedProps['auth']['user'] {
  const { email_verified_at, user_id, email, photo_id } = session
  const { name, ...profile } = pickProfile(session)
  const permissions = hasAdminArea ? permissionsOfRole(session.role) : []
  return {
    id: user_id,
    name,
    email,
    email_verified_at: toIso(email_verified_at),
    profile_photo_url: photo_id && route('profile-photo.show', { photo: photo_id, size: '256' }),
    two_factor_enabled: session.two_factor_enabled_at !== null,
    ...profile,
    ...(permissions.length > 0 && { permissions }),
  }
}

function authProp(
  request: FastifyRequest,
  { admin, confirmationMinutes }: Config,
): SharedProps['auth'] {
  const user = request.session ? userProp(request.session, admin) : null
  return { user, ...confirmationProps(request, confirmationMinutes) }
}

function confirmationProps(
  { session, now }: FastifyRequest,
  minutes: Config['confirmationMinutes'],
): Pick<SharedProps['auth'], 'confirmedAt' | 'confirmationMinutes'> {
  if (!session || !isConfirmed(session, now, minutes.standard))
    return { confirmedAt: null, confirmationMinutes: null }
  return { confirmedAt: toIso(session.confirmed_at), confirmationMinutes: minutes }
}
