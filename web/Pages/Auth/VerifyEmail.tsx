import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

import { ConfirmEmail } from './Partials/ConfirmEmail.tsx'
import { LinkSent } from './Partials/LinkSent.tsx'

export default function VerifyEmail(props: Pages['Auth/VerifyEmail']) {
  const t = useTranslation()
  const { step, action } = props
  const title = step === 'sent' ? t('Check your email') : t('Confirm your email address')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {step === 'confirm' && action ? (
        <ConfirmEmail {...props} action={action} />
      ) : (
        <LinkSent {...props} />
      )}
    </>
  )
}

VerifyEmail.layout = [[Guest, { panel: msg('Only you can create an account for your address.') }]]
