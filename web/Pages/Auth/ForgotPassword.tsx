import { msg } from '@foyer/i18n'
import { Head, Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { CodeForm } from '#web/components/CodeForm.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function ForgotPassword({
  email,
  codeSentTo,
  offersRecovery,
  mailboxUrl,
}: Pages['Auth/ForgotPassword']) {
  const t = useTranslation()
  const { flash, props } = usePage()
  const isSent = codeSentTo !== null || flash.status === 'reset-link-sent'
  const title = isSent ? t('Check your email') : t('Forgot your password?')
  const explanation = codeSentTo
    ? t('Open the link in our newest email, or enter its code here.')
    : isSent
      ? t('The link works once, for {minutes} minutes. Only the newest one works.', {
          minutes: linkLifetimeMinutes,
        })
      : t("We'll email you a link to choose a new one.")

  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>{explanation}</p>
      {codeSentTo !== null && (
        <CodeForm action={route('password.code')} submitLabel={t('Continue')}>
          <input type="hidden" name="email" defaultValue={codeSentTo} />
        </CodeForm>
      )}
      {isSent && mailboxUrl && (
        <ButtonLink tone={codeSentTo ? undefined : 'primary'} wide href={mailboxUrl}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      {isSent ? (
        <div className="grid gap-4 border-t pt-6">
          <p className="text-muted">
            {t('Nothing after a minute? Check your spam folder, or send it again.')}
          </p>
          <RequestForm email={codeSentTo ?? email} isSent />
        </div>
      ) : (
        <RequestForm email={email} isSent={false} />
      )}
      {!props.auth.user && offersRecovery && (
        <p>
          <Link href={route('account-recovery.show')}>{t('Lost access to your mailbox?')}</Link>
        </p>
      )}
      {!props.auth.user && (
        <p className="text-muted">
          <SignInLink isSent={isSent} />
        </p>
      )}
    </>
  )
}

function SignInLink({ isSent }: { isSent: boolean }) {
  const t = useTranslation()
  if (isSent) return <Link href={route('login')}>{t('Back to sign-in')}</Link>
  return (
    <Trans
      text="Remembered it? <link>Sign in</link>"
      link={(children) => <Link href={route('login')}>{children}</Link>}
    />
  )
}

function RequestForm({ email, isSent }: { email: string; isSent: boolean }) {
  const t = useTranslation()
  return (
    <Form action={route('password.email')}>
      <Field
        name="email"
        label={t('Email address')}
        type="email"
        autoComplete="username"
        hint={t("Lost this mailbox? Any other address you've added to your account works too.")}
        {...(email && { defaultValue: email })}
      />
      <Button type="submit" tone={isSent ? undefined : 'primary'} wide>
        {isSent ? t('Send a new link') : t('Send link')}
      </Button>
    </Form>
  )
}

ForgotPassword.layout = [[Guest, { panel: msg("It happens. You'll be back in a minute.") }]]
