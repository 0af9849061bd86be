import { Link } from '@inertiajs/react'

import type { User } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Avatar } from './Avatar.tsx'
import { Icon } from './Icon.tsx'
import { chevronDown } from './icons/chevron-down.ts'
import { home } from './icons/home.ts'
import { person } from './icons/person.ts'
import { signOut } from './icons/sign-out.ts'
import { sun } from './icons/sun.ts'
import { syncArrows } from './icons/sync-arrows.ts'
import { terminal } from './icons/terminal.ts'
import { Menu } from './Menu.tsx'
import { SignOutForm } from './SignOutForm.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

export function AccountMenu({ user }: { user: User }) {
  const t = useTranslation()
  return (
    <Menu
      label={t('Account menu of {name}', { name: user.name })}
      button={
        <>
          <Avatar {...user} />
          <Icon path={chevronDown} small />
        </>
      }
    >
      <div className="menu-who">
        <p>{user.name}</p>
        <p>{user.email}</p>
      </div>
      <hr />
      <Link className="menu-item menu-only-on-phone" href={route('dashboard')}>
        <Icon path={home} />
        {t('Dashboard')}
      </Link>
      <Link className="menu-item menu-only-on-phone" href={route('time-travel.index')}>
        <Icon path={syncArrows} />
        {t('Time Travel')}
      </Link>
      <Link className="menu-item menu-only-on-phone" href={route('api-tokens.index')}>
        <Icon path={terminal} />
        {t('API tokens')}
      </Link>
      <Link className="menu-item" href={route('profile.show')}>
        <Icon path={person} />
        {t('Your account')}
      </Link>
      <div className="menu-item">
        <Icon path={sun} />
        <span>{t('Theme')}</span>
        <ThemeSwitch />
      </div>
      <hr />
      <SignOutForm className="menu-item">
        <Icon path={signOut} />
        {t('Sign out')}
      </SignOutForm>
    </Menu>
  )
}
