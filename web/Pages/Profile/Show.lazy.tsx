import type { Pages } from '#app/pages.ts'

import { DataExportForm } from './Partials/DataExportForm.tsx'
import { DeleteUserForm } from './Partials/DeleteUserForm.tsx'
import { EmailChangeForm } from './Partials/EmailChangeForm.tsx'
import { LogoutOtherBrowserSessionsForm } from './Partials/LogoutOtherBrowserSessionsForm.tsx'
import { PasskeysForm } from './Partials/PasskeysForm.tsx'
import { TwoFactorAuthenticationForm } from './Partials/TwoFactorAuthenticationForm.tsx'
import { UpdatePasswordForm } from './Partials/UpdatePasswordForm.tsx'
import { useSectionTitles } from './Partials/use-section-titles.ts'

/** The sections below the fold. */
export default function RemainingSections(props: Pages['Profile/Show']) {
  const titles = useSectionTitles()

  return (
    <>
      <EmailChangeForm title={titles.address} pending={props.emailChange} />
      <UpdatePasswordForm title={titles.password} {...props.password} />
      <TwoFactorAuthenticationForm
        title={titles['two-factor']}
        cannotDisable={props.cannotDisableTwoFactor}
        {...props.twoFactor}
      />
      <PasskeysForm title={titles.passkeys} passkeys={props.passkeys} />
      <LogoutOtherBrowserSessionsForm title={titles.sessions} sessions={props.sessions} />
      <DataExportForm title={titles['data-export']} dataExport={props.dataExport} />
      <DeleteUserForm title={titles['delete-account']} />
    </>
  )
}
