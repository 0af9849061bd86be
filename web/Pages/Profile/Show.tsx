import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'

import { BrowserSessionsSection } from './Partials/BrowserSessionsSection.tsx'
import { DataExportSection } from './Partials/DataExportSection.tsx'
import { DeleteAccountSection } from './Partials/DeleteAccountSection.tsx'
import { EmailChangeForm } from './Partials/EmailChangeForm.tsx'
import { PasskeysForm } from './Partials/PasskeysForm.tsx'
import { TableOfContents } from './Partials/TableOfContents.tsx'
import { TwoFactorAuthenticationForm } from './Partials/TwoFactorAuthenticationForm.tsx'
import { UpdatePasswordForm } from './Partials/UpdatePasswordForm.tsx'
import { UpdateProfileInformationForm } from './Partials/UpdateProfileInformationForm.tsx'
import { useSectionTitles } from './Partials/use-section-titles.ts'

/** Other pages link to the section ids. */
export default function Show(props: Pages['Profile/Show']) {
  const t = useTranslation()
  const titles = useSectionTitles()

  return (
    <>
      <Head title={t('Your account')} />
      <h1 className="heading">{t('Your account')}</h1>
      <div className="settings">
        <TableOfContents titles={titles} />
        <div>
          <UpdateProfileInformationForm title={titles.information} {...props.information} />
          <EmailChangeForm title={titles.address} pending={props.emailChange} />
          <UpdatePasswordForm title={titles.password} {...props.password} />
          <TwoFactorAuthenticationForm
            title={titles['two-factor']}
            cannotDisable={props.cannotDisableTwoFactor}
            {...props.twoFactor}
          />
          <PasskeysForm title={titles.passkeys} passkeys={props.passkeys} />
          <BrowserSessionsSection
            title={titles.sessions}
            sessions={props.sessions}
            singleSession={props.singleSession}
          />
          <DataExportSection title={titles['data-export']} dataExport={props.dataExport} />
          <DeleteAccountSection title={titles['delete-account']} />
        </div>
      </div>
    </>
  )
}

Show.layout = [Member]
