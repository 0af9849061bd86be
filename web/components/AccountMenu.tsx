import { Link, usePage } from '@inertiajs/react'

import type { User } from '#app/pages.ts'
import { useCan } from '#web/hooks/use-can.ts'
import { useMainNavigation } from '#web/hooks/use-main-navigation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { AccountLine } from './AccountLine.tsx'
import { Avatar } from './Avatar.tsx'
import { Icon } from './Icon.tsx'
import { check } from './icons/check.ts'
import { chevronDown } from './icons/chevron-down.ts'
import { plus } from './icons/plus.ts'
import { shield } from './icons/shield.ts'
import { signOut } from './icons/sign-out.ts'
import { sun } from './icons/sun.ts'
import { Menu } from './Menu.tsx'
import { OtherAccounts } from './OtherAccounts.tsx'
import { PostButton } from './PostButton.tsx'
import { SignOutForm } from './SignOutForm.tsx'
import { TeamSwitcher } from './TeamSwitcher.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

export function AccountMenu({ user }: { user: User }) {
  const t = useTranslation()
  const { teams } = usePage().props
  const can = useCan()
  const otherPages = useMainNavigation().filter(({ page }) => page !== 'Teams/Index')
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
      <Accounts user={user} />
      <hr />
      {otherPages.map(({ page, href, label, icon }) => (
        <Link
          key={page}
          className={page === 'Profile/Show' ? 'menu-item' : 'menu-item mobile-only'}
          href={href}
        >
          <Icon path={icon} />
          {label}
        </Link>
      ))}
      {teams && <TeamSwitcher />}
      {can('admin.access') && (
        <Link className="menu-item" href={route('admin.accounts')}>
          <Icon path={shield} />
          {t('Administration')}
        </Link>
      )}
      <div className="menu-item">
        <Icon path={sun} />
        <span>{t('Theme')}</span>
        <ThemeSwitch />
      </div>
      <hr />
      <SignOutButtons />
    </Menu>
  )
}

/** The account in use, and the others of this browser. */
function Accounts({ user }: { user: User }) {
  const t = useTranslation()
  const { accounts = [] } = usePage().props
  return (
    <>
      <div className="menu-header">
        <AccountLine {...user} />
        {accounts.length > 0 && (
          <span className="account-in-use">
            <Icon path={check} />
            <span className="visually-hidden">{t('In use')}</span>
          </span>
        )}
      </div>
      <OtherAccounts accounts={accounts} isSignedIn />
      <PostButton className="menu-item" action={route('accounts.store')}>
        <Icon path={plus} />
        {t('Add another account')}
      </PostButton>
    </>
  )
}

function SignOutButtons() {
  const t = useTranslation()
  const { accounts = [] } = usePage().props
  return (
    <>
      <SignOutForm className="menu-item">
        <Icon path={signOut} />
        {accounts.length > 0 ? t('Sign out of this account') : t('Sign out')}
      </SignOutForm>
      {accounts.length > 0 && (
        <PostButton className="menu-item" action={route('all-accounts.destroy')} method="delete">
          <Icon path={signOut} />
          {t('Sign out of all accounts')}
        </PostButton>
      )}
    </>
  )
}
