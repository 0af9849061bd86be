import type { User } from '#app/pages.ts'

import { Avatar } from './Avatar.tsx'

/** An account with its photo, name and address. */
export function AccountLine(user: Pick<User, 'name' | 'email' | 'profile_photo_url'>) {
  return (
    <>
      <Avatar {...user} />
      <span className="account-line">
        <span>{user.name}</span>
        <span>{user.email}</span>
      </span>
    </>
  )
}
