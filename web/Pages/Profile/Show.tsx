import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Member } from '#web/Layouts/Member.tsx'
import { Contents } from '#web/Pages/Profile/Partials/Contents.tsx'
import { DataExportForm } from '#web/Pages/Profile/Partials/DataExportForm.tsx'
import { DeleteUserForm } from '#web/Pages/Profile/Partials/DeleteUserForm.tsx'
import { EmailChangeForm } from '#web/Pages/Profile/Partials/EmailChangeForm.tsx'
import { LogoutOtherBrowserSessionsForm } from '#web/Pages/Profile/Partials/LogoutOtherBrowserSessionsForm.tsx'
import { PasskeysForm } from '#web/Pages/Profile/Partials/PasskeysForm.tsx'
import { TwoFactorAuthenticationForm } from '#web/Pages/Profile/Partials/TwoFactorAuthenticationForm.tsx'
import { UpdatePasswordForm } from '#web/Pages/Profile/Partials/UpdatePasswordForm.tsx'
import { UpdateProfileInformationForm } from '#web/Pages/Profile/Partials/UpdateProfileInformationForm.tsx'
import { useText } from '#web/text.tsx'

/** Everything about the account, one section each. A section's id is an address that others link to. */
export default function Show(props: Pages['Profile/Show']) {
  const { information, emailChange, password, passkeys, sessions, dataExport } = props
  const { twoFactor, mustKeepCodes } = props
  const t = useText()
  const titles = {
    information: t('Who you are'),
    address: t('E-mail address'),
    password: t('Password'),
    'two-factor': t('Two-factor sign-in'),
    passkeys: t('Passkeys'),
    sessions: t('Where you are signed in'),
    'data-export': t('Your data'),
    'delete-account': t('Delete the account'),
  }

  return (
    <>
      <Head title={t('Your account')} />
      <h1 className="heading">{t('Your account')}</h1>
      <div className="settings">
        <Contents titles={titles} />
        <div>
          <UpdateProfileInformationForm title={titles.information} {...information} />
          <EmailChangeForm title={titles.address} pending={emailChange} />
          <UpdatePasswordForm title={titles.password} {...password} />
          <TwoFactorAuthenticationForm
            title={titles['two-factor']}
            mustKeep={mustKeepCodes}
            {...twoFactor}
          />
          <PasskeysForm title={titles.passkeys} passkeys={passkeys} />
          <LogoutOtherBrowserSessionsForm title={titles.sessions} sessions={sessions} />
          <DataExportForm title={titles['data-export']} facts={dataExport} />
          <DeleteUserForm title={titles['delete-account']} />
        </div>
      </div>
    </>
  )
}

Show.layout = [Member]
