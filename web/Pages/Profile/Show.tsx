import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { RecoveryAlert } from '#web/components/RecoveryAlert.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'

import { AccountNavigation } from './Partials/AccountNavigation.tsx'
import { AttributesSection } from './Partials/AttributesSection.tsx'
import { BrowserSessionsSection } from './Partials/BrowserSessionsSection.tsx'
import { DataExportSection } from './Partials/DataExportSection.tsx'
import { DeleteAccountSection } from './Partials/DeleteAccountSection.tsx'
import { EmailAddressesSection } from './Partials/EmailAddressesSection.tsx'
import { EmailChangeForm } from './Partials/EmailChangeForm.tsx'
import { LinkedAccountsSection } from './Partials/LinkedAccountsSection.tsx'
import { NotificationSettingsSection } from './Partials/NotificationSettingsSection.tsx'
import { otherMethods } from './Partials/other-sign-in-methods.ts'
import { PasskeysForm } from './Partials/PasskeysForm.tsx'
import { TrustedDevicesSection } from './Partials/TrustedDevicesSection.tsx'
import { TwoFactorAuthenticationForm } from './Partials/TwoFactorAuthenticationForm.tsx'
import { UpdatePasswordForm } from './Partials/UpdatePasswordForm.tsx'
import { UpdateProfileInformationForm } from './Partials/UpdateProfileInformationForm.tsx'
import { useAccountPages } from './Partials/use-account-pages.ts'
import { useResultToast } from './Partials/use-result-toast.ts'

/** One page with four addresses. Other pages link to the section ids. */
export default function Show(props: Pages['Profile/Show']) {
  const t = useTranslation()
  const pages = useAccountPages()
  useResultToast()

  return (
    <>
      <Head title={pages.find(({ section }) => section === props.section)?.label ?? ''} />
      <h1 className="heading">{t('Account')}</h1>
      <div className="settings">
        <AccountNavigation pages={pages} current={props.section} />
        <div>
          {props.section === 'profile' && (
            <>
              <UpdateProfileInformationForm {...props.information} />
              <AttributesSection attributes={props.attributes} />
              <EmailChangeForm pending={props.emailChange} />
              <EmailAddressesSection {...props.emailAddresses} />
              <NotificationSettingsSection rows={props.notificationSettings} />
            </>
          )}
          {props.section === 'security' && (
            <>
              {props.accountRecovery && <RecoveryAlert readyAt={props.accountRecovery.readyAt} />}
              <UpdatePasswordForm {...props.password} otherMethods={otherMethods(t, props)} />
              <TwoFactorAuthenticationForm
                cannotDisable={props.cannotDisableTwoFactor}
                hasPassword={props.password.hasPassword}
                {...props.twoFactor}
              />
              <TrustedDevicesSection devices={props.trustedDevices} />
              <PasskeysForm passkeys={props.passkeys} />
              <LinkedAccountsSection accounts={props.linkedAccounts} />
            </>
          )}
          {props.section === 'devices' && (
            <BrowserSessionsSection sessions={props.sessions} singleSession={props.singleSession} />
          )}
          {props.section === 'data' && (
            <>
              <DataExportSection dataExport={props.dataExport} />
              <DeleteAccountSection soleOwnerships={props.soleOwnerships} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

Show.layout = [[Member, { showsConfirmationBadge: true }]]
