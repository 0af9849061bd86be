import { msg } from '@foyer/i18n'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { ChallengeForm } from '#web/components/ChallengeForm.tsx'
import { Field } from '#web/components/Field.tsx'
import { Honeypot } from '#web/components/Honeypot.tsx'
import { NewPasswordField } from '#web/components/NewPasswordField.tsx'
import { ProviderLinks } from '#web/components/ProviderLinks.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { TermsCheckbox } from '#web/components/TermsCheckbox.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function Register({
  passwordMinLength,
  termsVersion,
  invitation,
  challenge,
  providers,
}: Pages['Auth/Register']) {
  const t = useTranslation()
  return (
    <>
      <Head title={t('Create an account')} />
      <h1 className="heading">{t('Create an account')}</h1>
      <ChallengeForm action={invitation?.action ?? route('register.store')} challenge={challenge}>
        <Field name="name" label={t('Name')} autoComplete="name" />
        <Field
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="username"
          {...(invitation
            ? { readOnly: true, defaultValue: invitation.email, hint: t("You're invited.") }
            : { hint: t("We'll send a link to confirm that it's yours.") })}
        />
        <NewPasswordField label={t('Password')} minLength={passwordMinLength} />
        {!invitation && <Honeypot />}
        <RememberFields name="register" />
        <TermsCheckbox version={termsVersion} />
        <Button type="submit" tone="primary" wide>
          {t('Create account')}
        </Button>
      </ChallengeForm>
      <ProviderLinks providers={providers} />
      <p className="text-muted">
        <Trans
          text="Already have an account? <link>Sign in</link>"
          link={(children) => <Link href={route('login')}>{children}</Link>}
        />
      </p>
    </>
  )
}

Register.layout = [[Guest, { panel: msg("See every sign-in, and undo what wasn't you.") }]]
