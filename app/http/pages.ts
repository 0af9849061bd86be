import { inertia } from '@foyer/inertia'
import type { Carried } from '@foyer/inertia'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { keepCsrfCookie } from '#app/http/csrf.ts'
import { document } from '#app/http/document.ts'
import { keptPages } from '#app/http/kept-pages.ts'
import { realtimeProp } from '#app/http/realtime-prop.ts'
import { documentVersion, routeTables } from '#app/http/route-tables.ts'
import { theme } from '#app/http/theme.ts'
import { turn } from '#app/http/turn.ts'
import type { Flash, Pages, SharedProps, TestClock } from '#app/pages.ts'
import { after } from '#app/platform/awaitable.ts'
import { forgetCarried, keepCarried } from '#app/platform/carried.ts'
import { isConfirmed, longestConfirmationMinutes } from '#app/platform/is-confirmed.ts'
import { moment } from '#app/platform/moment.ts'
import { MovableClock } from '#app/platform/movable-clock.ts'
import { route } from '#app/platform/route.ts'
import type { SignedIn } from '#app/platform/sessions.ts'

declare module '@foyer/inertia' {
  interface Register {
    pages: Pages
    shared: SharedProps
    flash: Flash
  }
}

/** Wires the page protocol to our document, our renderer and our sessions. */
export async function pages(app: App): Promise<void> {
  const { assets, clock, config, keys } = app
  app.decorate('routeTables', routeTables(app))
  const kept = keptPages(app)

  await app.register(inertia, {
    version: (request) => documentVersion(app, request),
    origin: config.origin,
    document: (parts, request) => document(app, parts, request),
    render: (page, request) =>
      kept(page, request, () =>
        after(turn(), () =>
          assets.render(page, { appName: config.appName, locale: request.text.locale }),
        ),
      ),
    onRenderError: (error, request) => request.log.error({ err: error }, 'page not rendered'),
    shared: (request) => ({
      auth: {
        user: request.signedIn ? userOf(request.signedIn) : null,
        confirmedAt: request.signedIn ? confirmedAt(request.signedIn, request.now) : null,
      },
      appName: config.appName,
      locale: request.text.locale,
      languages: app.languages.offered,
      theme: theme(request),
      realtime: realtimeProp(app, request),
      ...(clock instanceof MovableClock && { testClock: testClock(clock) }),
    }),
    // What the browser keeps for its Back button is unreadable once the person has signed out.
    encryptHistory: (request) => request.signedIn !== null,
    carry: { read: carried, write: carry },
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (isDocument(request, reply)) addToDocument(app, request, reply)
    done(null, payload)
  })

  function carried(request: FastifyRequest): Carried {
    const { signedIn } = request
    if (!signedIn) return request.guest().carried ?? {}
    if (!signedIn.carried_sealed) return {}
    const opened = keys.open('carried', signedIn.carried_sealed, signedIn.session_id)
    return opened ? JSON.parse(opened) : {}
  }

  async function carry(request: FastifyRequest, reply: FastifyReply, next: Carried) {
    const isEmpty = Object.keys(next).length === 0
    if (!request.signedIn) return reply.setGuest({ carried: isEmpty ? undefined : next })

    const { session_id, carried_sealed: before } = request.signedIn
    if (!isEmpty) {
      const sealed = keys.seal('carried', JSON.stringify(next), session_id)
      return keepCarried(app.db, session_id, sealed)
    }
    // A page is not refused because what it showed could not be crossed off.
    const failed = (err: unknown) => request.log.warn({ err }, 'shown, and may be shown again')
    await forgetCarried(app.db, session_id, before).catch(failed)
  }
}

function testClock(clock: MovableClock): TestClock {
  return { now: moment(clock.now()), aheadMs: clock.aheadMs }
}

function isDocument(request: FastifyRequest, reply: FastifyReply): boolean {
  const isHtml = String(reply.getHeader('content-type')).startsWith('text/html')
  return isHtml && request.routeOptions.config.inertia !== false
}

function addToDocument(app: App, request: FastifyRequest, reply: FastifyReply): void {
  // What failed, or was refused before anyone looked who is there, would take the token of whoever it is.
  const isKnownWho = reply.statusCode < 500 && request.now !== 0
  if (isKnownWho) keepCsrfCookie(app, request, reply)
  if (request.signedIn) reply.header('cache-control', 'no-store, private')
}

function userOf(signedIn: SignedIn): SharedProps['auth']['user'] {
  const { email_verified_at, user_id, name, email, locale, timezone, photo_id } = signedIn
  return {
    id: user_id,
    name,
    email,
    email_verified_at: moment(email_verified_at),
    profile_photo_url: photo_id && route('profile-photo.show', { photo: photo_id, size: '256' }),
    two_factor_enabled: signedIn.two_factor_enabled_at !== null,
    locale,
    timezone,
  }
}

function confirmedAt(signedIn: SignedIn, now: number): string | null {
  const { confirmed_at } = signedIn
  if (confirmed_at === null || !isConfirmed(signedIn, now, longestConfirmationMinutes)) return null
  return moment(confirmed_at)
}
