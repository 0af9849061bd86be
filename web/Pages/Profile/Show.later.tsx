import type { Pages } from '#app/pages.ts'
import { DataExportForm } from '#web/Pages/Profile/Partials/DataExportForm.tsx'
import { DeleteUserForm } from '#web/Pages/Profile/Partials/DeleteUserForm.tsx'
import { EmailChangeForm } from '#web/Pages/Profile/Partials/EmailChangeForm.tsx'
import { LogoutOtherBrowserSessionsForm } from '#web/Pages/Profile/Partials/LogoutOtherBrowserSessionsForm.tsx'
import { PasskeysForm } from '#web/Pages/Profile/Partials/PasskeysForm.tsx'
import { useTitles } from '#web/Pages/Profile/Partials/titles.ts'
import { TwoFactorAuthenticationForm } from '#web/Pages/Profile/Partials/TwoFactorAuthenticationForm.tsx'
import { UpdatePasswordForm } from '#web/Pages/Profile/Partials/UpdatePasswordForm.tsx'

/** What stands below the first screen. */
export default function Rest(props: Pages['Profile/Show']) {
  const titles = useTitles()

  return (
    <>
      <EmailChangeForm title={titles.address} pending={props.emailChange} />
      <UpdatePasswordForm title={titles.password} {...props.password} />
      <TwoFactorAuthenticationForm
        title={titles['two-factor']}
        mustKeep={props.mustKeepCodes}
        {...props.twoFactor}
      />
      <PasskeysForm title={titles.passkeys} passkeys={props.passkeys} />
      <LogoutOtherBrowserSessionsForm title={titles.sessions} sessions={props.sessions} />
      <DataExportForm title={titles['data-export']} facts={props.dataExport} />
      <DeleteUserForm title={titles['delete-account']} />
    </>
  )
}
