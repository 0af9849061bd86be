import { Head, Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Guest } from '#web/Layouts/Guest.tsx'
import { Button, ButtonLink } from '#web/parts/Button.tsx'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { route } from '#web/route.ts'
import { T, useText } from '#web/text.tsx'

export default function ForgotPassword({ email, mailbox }: Pages['Auth/ForgotPassword']) {
  const t = useText()
  const { flash, props } = usePage()
  const isSent = flash.status === 'reset-link-sent'
  const title = isSent ? t('Check your mail') : t('Forgot your password?')

  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        {isSent
          ? t('The link works once, for one hour. Only the newest one works.')
          : t('We mail you a link to choose a new one. Until then nothing changes.')}
      </p>
      {isSent && mailbox && (
        <ButtonLink tone="primary" wide href={mailbox}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <Form action={route('password.email')}>
        <Field
          name="email"
          label={t('E-mail address')}
          type="email"
          autoComplete="username"
          {...(email && { defaultValue: email })}
        />
        <Button type="submit" tone={isSent ? undefined : 'primary'} wide>
          {isSent ? t('Send another link') : t('Send me a link')}
        </Button>
      </Form>
      {!props.auth.user && (
        <p className="text-muted">
          <T
            text="Remembered it? <link>Sign in</link>"
            link={(children) => <Link href={route('login')}>{children}</Link>}
          />
        </p>
      )}
    </>
  )
}

ForgotPassword.layout = [Guest]
