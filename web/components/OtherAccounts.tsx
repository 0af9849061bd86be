import { Link } from '@inertiajs/react'

import type { OtherAccount } from '#app/account-switcher/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { AccountLine } from './AccountLine.tsx'
import { Icon } from './Icon.tsx'
import { chevronRight } from './icons/chevron-right.ts'
import { close } from './icons/close.ts'
import { person } from './icons/person.ts'
import { PostButton } from './PostButton.tsx'

interface Props {
  accounts: OtherAccount[]
  /** Whether the browser has an account in use, which another one is added to. */
  isSignedIn: boolean
}

/** Buttons that switch to each of them; those whose session has ended lead to the sign-in page. */
export function OtherAccounts({ accounts, isSignedIn }: Props) {
  const t = useTranslation()
  return accounts.map(({ id, user }) => (
    <div key={id} className="account-choice">
      {user ? (
        <PostButton
          action={route('accounts.switch', { account: id })}
          className="menu-item"
          label={t('Switch to {name} ({email})', user)}
        >
          <AccountLine {...user} />
          {!isSignedIn && <Icon path={chevronRight} small />}
        </PostButton>
      ) : (
        <>
          {isSignedIn ? (
            <PostButton action={route('accounts.store')} className="menu-item">
              <EndedAccount />
            </PostButton>
          ) : (
            <Link href={route('login')} className="menu-item">
              <EndedAccount />
              <Icon path={chevronRight} small />
            </Link>
          )}
          <PostButton
            action={route('accounts.destroy', { account: id })}
            method="delete"
            className="icon-button"
            label={t('Remove the signed-out account')}
          >
            <Icon path={close} small />
          </PostButton>
        </>
      )}
    </div>
  ))
}

/** Its name is gone with its session: on a shared computer it would stay for everyone to see. */
function EndedAccount() {
  const t = useTranslation()
  return (
    <>
      <span className="avatar" aria-hidden="true">
        <Icon path={person} small />
      </span>
      <span className="account-line">
        <span>{t('Signed-out account')}</span>
        <span>{t('Sign in again')}</span>
      </span>
    </>
  )
}
