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
  withPasskey,
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
      <ChallengeForm
        key={String(withPasskey)}
        action={
          invitation?.action ?? route(withPasskey ? 'register.passkey.store' : 'register.store')
        }
        challenge={challenge}
      >
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
        {withPasskey ? (
          <p>{t('You create a passkey when you open the link in our email.')}</p>
        ) : (
          <NewPasswordField label={t('Password')} minLength={passwordMinLength} />
        )}
        {!invitation && <Honeypot />}
        <RememberFields name="register" />
        <TermsCheckbox version={termsVersion} />
        <Button type="submit" tone="primary" wide>
          {t('Create account')}
        </Button>
      </ChallengeForm>
      {!invitation && <OtherMethod withPasskey={withPasskey} />}
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

function OtherMethod({ withPasskey }: { withPasskey: boolean }) {
  const t = useTranslation()
  return (
    <p className="text-muted">
      {withPasskey ? (
        <Link href={route('register')}>{t('Use a password instead')}</Link>
      ) : (
        <Link href={route('register.passkey')}>{t('Use a passkey instead')}</Link>
      )}
    </p>
  )
}

Register.layout = [[Guest, { panel: msg("See every sign-in, and undo what wasn't you.") }]]
