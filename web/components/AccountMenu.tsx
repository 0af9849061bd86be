import { Link } from '@inertiajs/react'

import type { User } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Avatar } from './Avatar.tsx'
import { Icon } from './Icon.tsx'
import { chevronDown } from './icons/chevron-down.ts'
import { person } from './icons/person.ts'
import { signOut } from './icons/sign-out.ts'
import { sun } from './icons/sun.ts'
import { useMainNavigation } from './main-navigation.ts'
import { Menu } from './Menu.tsx'
import { SignOutForm } from './SignOutForm.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

export function AccountMenu({ user }: { user: User }) {
  const t = useTranslation()
  const navigation = useMainNavigation().filter(({ page }) => page !== 'Profile/Show')
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
      <div className="menu-header">
        <p>{user.name}</p>
        <p>{user.email}</p>
      </div>
      <hr />
      {navigation.map(({ page, href, label, icon }) => (
        <Link key={page} className="menu-item mobile-only" href={href}>
          <Icon path={icon} />
          {label}
        </Link>
      ))}
      <Link className="menu-item" href={route('profile.show')}>
        <Icon path={person} />
        {t('Account')}
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
