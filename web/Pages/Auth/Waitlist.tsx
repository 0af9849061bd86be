import { msg } from '@foyer/i18n'
import { Head, Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { CaptchaForm } from '#web/components/CaptchaForm.tsx'
import { Field } from '#web/components/Field.tsx'
import { Honeypot } from '#web/components/Honeypot.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function Waitlist({ mailboxUrl, challenge }: Pages['Auth/Waitlist']) {
  const t = useTranslation()
  const isSent = usePage().flash.status === 'waitlist-link-sent'
  const title = isSent ? t('Check your email') : t('Join the waitlist')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        {isSent
          ? t('Open the link in our email to confirm your address.')
          : t("We're letting people in step by step. Leave your address, and we'll invite you.")}
      </p>
      {isSent && mailboxUrl && (
        <ButtonLink tone="primary" wide href={mailboxUrl}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <CaptchaForm action={route('waitlist.store')} challenge={challenge}>
        <Field name="email" label={t('Email address')} type="email" autoComplete="email" />
        <Honeypot />
        <Button type="submit" tone={isSent ? undefined : 'primary'} wide>
          {isSent ? t('Send a new link') : t('Join the waitlist')}
        </Button>
      </CaptchaForm>
      <p className="text-muted">
        <Trans
          text="Already have an account? <link>Sign in</link>"
          link={(children) => <Link href={route('login')}>{children}</Link>}
        />
      </p>
    </>
  )
}

Waitlist.layout = [[Guest, { panel: msg('Your place is kept for a year.') }]]
