import { randomBytes } from 'node:crypto'

import type { FlashData } from '@foyer/inertia'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import { memoize } from '#app/platform/lib/memoize.ts'

declare module 'fastify' {
  interface FastifyRequest {
    cachedGuestSession: Readonly<GuestSession> | null
    guestSession(): Readonly<GuestSession>
  }
  interface FastifyReply {
    /** Changes the session of a guest. */
    updateGuestSession(change: Partial<Omit<GuestSession, 'id'>>): void
  }
}

/**
 * The session of a guest: only what the next pages need, nothing about the person. A feature adds its own fields; see
 * app/registration/routes.ts.
 */
export interface GuestSession {
  /** Random. The guest's CSRF token is bound to it. */
  id: string
  carried?: FlashData | undefined
  /** Path and query of the page that required sign-in. */
  intended?: string | undefined
  /** The channel that announces the event the guest waits for. */
  waitingOn?: string | undefined
}

const purpose = 'guest'
const maxCookieLength = 3800
/** Only short cookies are cached: a guest who has been nowhere else yet. */
const maxCachedLength = 200
const maxCachedCookies = 5000

/** Keeps a guest's state in an encrypted cookie, so that a crawler or a wrong password creates no database row. */
export function guestSession(app: App): void {
  // Every page reads it; decision 039 has the cost of decrypting.
  const decryptCached = memoize(
    (encrypted) => decryptGuestSession(app, encrypted),
    maxCachedCookies,
  )

  app.decorateRequest('cachedGuestSession', null)

  app.decorateRequest('guestSession', function (this: FastifyRequest) {
    this.cachedGuestSession ??= readCookie(this) ?? { id: randomBytes(16).toString('base64url') }
    return this.cachedGuestSession
  })

  app.decorateReply('updateGuestSession', function (this: FastifyReply, change) {
    const guest = { ...this.request.guestSession(), ...change }
    this.request.cachedGuestSession = guest
    const encrypted = encryptGuestSession(app, guest)
    // A cookie the browser would drop loses everything in it; the long part is the least needed.
    const value =
      encrypted.length <= maxCookieLength ? encrypted : encryptGuestSession(app, { id: guest.id })
    this.setCookie(app.cookieNames.guest, value, cookieOptions(app.config))
  })

  function readCookie(request: FastifyRequest): Readonly<GuestSession> | null {
    const encrypted = request.cookies[app.cookieNames.guest]
    if (!encrypted) return null
    return (
      (encrypted.length <= maxCachedLength
        ? decryptCached(encrypted)
        : decryptGuestSession(app, encrypted)) ?? null
    )
  }
}

function encryptGuestSession(app: App, guest: GuestSession): string {
  return app.keys.encrypt(purpose, JSON.stringify(guest), '')
}

/**
 * @returns shallowly frozen, because requests share it. Undefined, which is not cached, if no known key decrypts it: the key may be
 *   a newer one, which this process learns later.
 */
function decryptGuestSession(app: App, encrypted: string): Readonly<GuestSession> | undefined {
  const decrypted = app.keys.decrypt(purpose, encrypted, '')
  return decrypted === null ? undefined : Object.freeze(JSON.parse(decrypted))
}
