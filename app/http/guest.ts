import type { Carried } from '@foyer/inertia'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { cookieOptions } from '#app/http/cookies.ts'
import { randomPooled } from '#app/platform/random.ts'
import { remembered } from '#app/platform/remembered.ts'

declare module 'fastify' {
  interface FastifyRequest {
    guestOrNull: Readonly<Guest> | null
    guest(): Readonly<Guest>
  }
  interface FastifyReply {
    /** Changes what we remember of someone who is not signed in. */
    setGuest(change: Partial<Omit<Guest, 'id'>>): void
  }
}

/**
 * What we remember of someone who is not signed in: nothing about them, only what their next pages need. A feature adds
 * what it needs itself; see app/registration/routes.ts.
 */
export interface Guest {
  /** Random; what the CSRF token of a guest is bound to. */
  id: string
  carried?: Carried | undefined
  /** Path and query of the page that asked for sign-in. */
  intended?: string | undefined
  /** The channel that tells when what they wait for has happened. */
  waitingOn?: string | undefined
}

const purpose = 'guest'
const longestCookie = 3800
/** Of someone who was told nothing yet: most guests. */
const shortCookie = 200
const mostRemembered = 5000

/** Keeps a guest's state in a sealed cookie, so that a crawler or a wrong password never makes a database row. */
export function guestState(app: App): void {
  // Every page asks for it, and deciphering costs as much as a database query.
  const openShort = remembered((sealed) => open(app, sealed), mostRemembered)

  app.decorateRequest('guestOrNull', null)

  app.decorateRequest('guest', function (this: FastifyRequest) {
    this.guestOrNull ??= readGuest(this) ?? { id: randomPooled(16).toString('base64url') }
    return this.guestOrNull
  })

  app.decorateReply('setGuest', function (this: FastifyReply, change) {
    const guest = { ...this.request.guest(), ...change }
    this.request.guestOrNull = guest
    const sealed = seal(app, guest)
    // A cookie the browser would drop loses everything in it; the long part is the least needed.
    const fits = sealed.length <= longestCookie ? sealed : seal(app, { id: guest.id })
    this.setCookie(app.cookieNames.guest, fits, cookieOptions(app.config))
  })

  function readGuest(request: FastifyRequest): Readonly<Guest> | null {
    const sealed = request.cookies[app.cookieNames.guest]
    if (!sealed) return null
    return (sealed.length <= shortCookie ? openShort(sealed) : open(app, sealed)) ?? null
  }
}

function seal(app: App, guest: Guest): string {
  return app.keys.seal(purpose, JSON.stringify(guest), '')
}

/** @returns frozen, at its outermost, because requests share it; undefined, which is not remembered, while no key opens it: another process may know a newer one */
function open(app: App, sealed: string): Readonly<Guest> | undefined {
  const opened = app.keys.open(purpose, sealed, '')
  return opened === null ? undefined : Object.freeze(JSON.parse(opened))
}
