import { Link } from '@inertiajs/react'

import type { User } from '#app/pages.ts'
import { Avatar } from '#web/parts/Avatar.tsx'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export function WhoYouAre({ user, memberSince }: { user: User; memberSince: string }) {
  const t = useText()
  const date = t.date(memberSince, { dateStyle: 'long', timeZone: useZone() })
  return (
    <header className="who">
      <div>
        <Avatar {...user} size="large" />
        <div className="min-w-0">
          <h1 className="heading">{user.name}</h1>
          <p className="flex flex-wrap gap-x-4 text-muted">
            <span className="wrap-anywhere">{user.email}</span>
            <span>{t('Member since {date}', { date })}</span>
          </p>
        </div>
      </div>
      <Link className="button" href={route('profile.show')}>
        {t('Manage your account')}
      </Link>
    </header>
  )
}
