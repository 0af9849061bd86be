import { msg } from '@foyer/i18n'
import { Head, Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function ForgotPassword({ email, mailboxUrl }: Pages['Auth/ForgotPassword']) {
  const t = useTranslation()
  const { flash, props } = usePage()
  const isSent = flash.status === 'reset-link-sent'
  const title = isSent ? t('Check your email') : t('Forgot your password?')

  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        {isSent
          ? t('The link works once, for {minutes} minutes. Only the newest one works.', {
              minutes: linkLifetimeMinutes,
            })
          : t("We'll email you a link to choose a new one.")}
      </p>
      {isSent && mailboxUrl && (
        <ButtonLink tone="primary" wide href={mailboxUrl}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <Form action={route('password.email')}>
        <Field
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="username"
          {...(email && { defaultValue: email })}
        />
        <Button type="submit" tone={isSent ? undefined : 'primary'} wide>
          {isSent ? t('Send a new link') : t('Send link')}
        </Button>
      </Form>
      {!props.auth.user && (
        <p className="text-muted">
          <Trans
            text="Remembered it? <link>Sign in</link>"
            link={(children) => <Link href={route('login')}>{children}</Link>}
          />
        </p>
      )}
    </>
  )
}

ForgotPassword.layout = [[Guest, { panel: msg("It happens. You'll be back in a minute.") }]]
