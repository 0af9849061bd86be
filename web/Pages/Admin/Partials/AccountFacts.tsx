import type { AdminAccount } from '#app/admin/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { roleLabel } from '#web/lib/role-label.ts'

import { Fact, Time } from './AdminFact.tsx'

export function AccountFacts({ account }: { account: AdminAccount }) {
  const t = useTranslation()
  return (
    <dl className="admin-facts">
      {account.lockedAt && (
        <Fact label={t('Locked')}>
          <Time at={account.lockedAt} />
        </Fact>
      )}
      {account.erasedAt && (
        <Fact label={t('Account will be deleted')}>
          <Time at={account.erasedAt} />
        </Fact>
      )}
      <Fact label={t('Email address confirmed')}>
        {account.verifiedAt ? <Time at={account.verifiedAt} /> : t('No')}
      </Fact>
      <Fact label={t('Two-factor authentication')}>
        {account.twoFactorSince ? <Time at={account.twoFactorSince} /> : t('Off')}
      </Fact>
      <Fact label={t('Password')}>{account.hasPassword ? t('Set') : t('Not set')}</Fact>
      <Fact label={t('Passkeys')}>{account.passkeys}</Fact>
      <Fact label={t('Recovery codes')}>{account.recoveryCodes}</Fact>
      <Fact label={t('Linked accounts')}>{account.linkedAccounts}</Fact>
      <Fact label={t('API tokens')}>{account.apiTokens}</Fact>
      <Fact label={t('Role')}>{account.role ? roleLabel(t, account.role) : t('None')}</Fact>
      <Fact label={t('Created')}>
        <Time at={account.createdAt} />
      </Fact>
      <Fact label={t('ID')}>
        <code className="mono" translate="no">
          {account.id}
        </code>
      </Fact>
    </dl>
  )
}
