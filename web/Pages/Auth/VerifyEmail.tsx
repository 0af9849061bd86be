import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Guest } from '#web/Layouts/Guest.tsx'
import { ConfirmAddress } from '#web/Pages/Auth/Partials/ConfirmAddress.tsx'
import { LinkIsOnItsWay } from '#web/Pages/Auth/Partials/LinkIsOnItsWay.tsx'
import { useText } from '#web/text.tsx'

export default function VerifyEmail(props: Pages['Auth/VerifyEmail']) {
  const t = useText()
  const { step, action } = props
  const title = step === 'sent' ? t('Check your mail') : t('Confirm your address')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {step === 'confirm' && action ? (
        <ConfirmAddress {...props} action={action} />
      ) : (
        <LinkIsOnItsWay {...props} />
      )}
    </>
  )
}

VerifyEmail.layout = [Guest]
