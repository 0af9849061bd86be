import { once } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { OtherAccount } from '#app/account-switcher/pages.ts'
import { route } from '#app/platform/route.ts'

/** How long the menu of an open document may be outdated. */
const maxAgeSeconds = 60

/** The other accounts of this browser: nothing but the name, address and photo of those whose session lives. */
export async function browserAccountsProp(request: FastifyRequest): Promise<OtherAccount[]> {
  return (await request.otherAccounts()).map(({ id, session }) => ({
    id,
    user: session && {
      name: session.name,
      email: session.email,
      profile_photo_url:
        session.photo_id && route('profile-photo.show', { photo: session.photo_id, size: '256' }),
    },
  }))
}

/**
 * The same for the menu of each page. One query for all accounts, for browsers that have several, with a document and at most
 * once a minute after it: no visit waits for the names of accounts that it does not show.
 */
export function menuAccountProps(request: FastifyRequest) {
  const isOwn = request.session && !request.supportAccess
  const count = isOwn ? request.otherSecrets().length : 0
  if (count === 0) return null
  const load = () => browserAccountsProp(request)
  return { accounts: once(load).as(`accounts:${count}`).until(maxAgeSeconds) }
}
