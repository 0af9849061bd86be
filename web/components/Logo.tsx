import { Link, usePage } from '@inertiajs/react'

import { route } from '#web/route.ts'

export function Logo() {
  const { appName, auth } = usePage().props
  return (
    <Link className="logo" href={route(auth.user ? 'dashboard' : 'home')}>
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 22 22" fill="currentColor">
        <path d="M3 21V10a8 8 0 0 1 16 0v11h-4.5V9.5L9 11v10Z" />
      </svg>
      {appName}
    </Link>
  )
}
