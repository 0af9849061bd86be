import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { TwoFactorEnrollment } from '#web/Pages/Profile/Partials/TwoFactorEnrollment.tsx'

import { ExportOrDelete } from './Partials/ExportOrDelete.tsx'

type Props = Pages['Auth/SecondFactor']

export default function SecondFactorSetup({ isRequired, twoFactor, dataExport }: Props) {
  return (
    <>
      {twoFactor.enrollment && (
        <TwoFactorEnrollment enrollment={twoFactor.enrollment} isOn={false} />
      )}
      {isRequired && <DeclineOptions dataExport={dataExport} />}
    </>
  )
}

function DeclineOptions({ dataExport }: { dataExport: Props['dataExport'] }) {
  const t = useTranslation()
  return (
    <details className="border-t pt-6">
      <summary>{t('You would rather leave?')}</summary>
      <div className="grid gap-6 pt-3">
        <p>
          {t(
            'Then take your data with you, and delete the account. You have 14 days to change your mind.',
          )}
        </p>
        <ExportOrDelete dataExport={dataExport} />
      </div>
    </details>
  )
}
