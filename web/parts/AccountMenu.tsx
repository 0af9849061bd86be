import { Link } from '@inertiajs/react'

import type { User } from '#app/pages.ts'
import { Avatar } from '#web/parts/Avatar.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { chevronDown } from '#web/parts/icons/chevron-down.ts'
import { home } from '#web/parts/icons/home.ts'
import { person } from '#web/parts/icons/person.ts'
import { signOut } from '#web/parts/icons/sign-out.ts'
import { sun } from '#web/parts/icons/sun.ts'
import { syncArrows } from '#web/parts/icons/sync-arrows.ts'
import { terminal } from '#web/parts/icons/terminal.ts'
import { Menu } from '#web/parts/Menu.tsx'
import { SignOutForm } from '#web/parts/SignOutForm.tsx'
import { ThemeSwitch } from '#web/parts/ThemeSwitch.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export function AccountMenu({ user }: { user: User }) {
  const t = useText()
  return (
    <Menu
      label={t('Account menu of {name}', { name: user.name })}
      button={
        <>
          <Avatar {...user} />
          <Icon of={chevronDown} small />
        </>
      }
    >
      <div className="menu-who">
        <p>{user.name}</p>
        <p>{user.email}</p>
      </div>
      <hr />
      <Link className="menu-item menu-only-on-phone" href={route('dashboard')}>
        <Icon of={home} />
        {t('Dashboard')}
      </Link>
      <Link className="menu-item menu-only-on-phone" href={route('time-travel.index')}>
        <Icon of={syncArrows} />
        {t('Time Travel')}
      </Link>
      <Link className="menu-item menu-only-on-phone" href={route('api-tokens.index')}>
        <Icon of={terminal} />
        {t('API tokens')}
      </Link>
      <Link className="menu-item" href={route('profile.show')}>
        <Icon of={person} />
        {t('Your account')}
      </Link>
      <div className="menu-item">
        <Icon of={sun} />
        <span>{t('Theme')}</span>
        <ThemeSwitch />
      </div>
      <hr />
      <SignOutForm className="menu-item">
        <Icon of={signOut} />
        {t('Sign out')}
      </SignOutForm>
    </Menu>
  )
}
