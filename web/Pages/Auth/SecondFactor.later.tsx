import type { Pages } from '#app/pages.ts'
import { TakeAndLeave } from '#web/Pages/Auth/Partials/TakeAndLeave.tsx'
import { SetUpTwoFactor } from '#web/Pages/Profile/Partials/SetUpTwoFactor.tsx'
import { useText } from '#web/text.tsx'

type Props = Pages['Auth/SecondFactor']

export default function Rest({ isDemanded, twoFactor, dataExport }: Props) {
  return (
    <>
      {twoFactor.setUp && <SetUpTwoFactor setUp={twoFactor.setUp} isOn={false} />}
      {isDemanded && <WayOut facts={dataExport} />}
    </>
  )
}

function WayOut({ facts }: { facts: Props['dataExport'] }) {
  const t = useText()
  return (
    <details className="border-t pt-6">
      <summary>{t('You would rather leave?')}</summary>
      <div className="grid gap-6 pt-3">
        <p>
          {t(
            'Then take your data with you, and delete the account. You have 14 days to change your mind.',
          )}
        </p>
        <TakeAndLeave facts={facts} />
      </div>
    </details>
  )
}
