import { msg } from '@foyer/i18n'
import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { AccountLine } from '#web/components/AccountLine.tsx'
import { Alert } from '#web/components/Alert.tsx'
import { ButtonLink } from '#web/components/Button.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { check } from '#web/components/icons/check.ts'
import { plus } from '#web/components/icons/plus.ts'
import { OtherAccounts } from '#web/components/OtherAccounts.tsx'
import { PostButton } from '#web/components/PostButton.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function Accounts({ accounts, wasSwitched }: Pages['Auth/Accounts']) {
  const t = useTranslation()
  const { user } = usePage().props.auth
  const title = wasSwitched ? t('You switched accounts') : t('Choose an account')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {wasSwitched && user && (
        <Alert tone="attention">
          {t(
            "You're now signed in as {email}, and the page that you came from showed another account. Nothing was saved.",
            { email: user.email },
          )}
        </Alert>
      )}
      <div className="account-list">
        {user && (
          <div className="menu-item">
            <AccountLine {...user} />
            <span className="account-in-use">
              <Icon path={check} />
              <span className="visually-hidden">{t('In use')}</span>
            </span>
          </div>
        )}
        <OtherAccounts accounts={accounts} isSignedIn={user !== null} />
        {user && (
          <PostButton className="menu-item" action={route('accounts.store')}>
            <Icon path={plus} />
            {t('Add another account')}
          </PostButton>
        )}
      </div>
      <ButtonLink tone="primary" wide href={user ? route('dashboard') : route('login')}>
        {user ? t('Continue as {name}', { name: user.name }) : t('Sign in to another account')}
      </ButtonLink>
      <PostButton className="link" action={route('all-accounts.destroy')} method="delete">
        {t('Sign out of all accounts')}
      </PostButton>
    </>
  )
}

Accounts.layout = [[Guest, { panel: msg('Welcome back.') }]]
