import { Link } from '@inertiajs/react'

import type { User } from '#app/pages.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function ProfileCard({ user, memberSince }: { user: User; memberSince: string }) {
  const t = useTranslation()
  const date = t.date(memberSince, { dateStyle: 'long', timeZone: useTimezone() })
  return (
    <header className="profile-card">
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
