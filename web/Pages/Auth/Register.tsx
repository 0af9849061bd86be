import { msg } from '@foyer/i18n'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { CaptchaForm } from '#web/components/CaptchaForm.tsx'
import { Field } from '#web/components/Field.tsx'
import { Honeypot } from '#web/components/Honeypot.tsx'
import { NewPasswordField } from '#web/components/NewPasswordField.tsx'
import { ProviderButton, ProviderLinks } from '#web/components/ProviderLinks.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { TermsCheckbox } from '#web/components/TermsCheckbox.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

type Props = Pages['Auth/Register']

export default function Register(props: Props) {
  const t = useTranslation()
  const { invitation } = props
  return (
    <>
      <Head title={t('Create an account')} />
      <h1 className="heading">{t('Create an account')}</h1>
      {invitation?.requiredProvider ? (
        <RequiredProvider email={invitation.email} {...invitation.requiredProvider} />
      ) : (
        <WaysToSignUp {...props} />
      )}
      <p className="text-muted">
        <Trans
          text="Already have an account? <link>Sign in</link>"
          link={(children) => <Link href={route('login')}>{children}</Link>}
        />
      </p>
    </>
  )
}

function WaysToSignUp({ invitation, providers, withPasskey, ...form }: Props) {
  const t = useTranslation()
  const otherMethodUrl = invitation
    ? invitation.otherMethodUrl
    : route(withPasskey ? 'register' : 'register.passkey')
  return (
    <>
      <RegisterForm invitation={invitation} withPasskey={withPasskey} {...form} />
      <p className="text-muted">
        <Link href={otherMethodUrl}>
          {withPasskey ? t('Use a password instead') : t('Use a passkey instead')}
        </Link>
      </p>
      {invitation && providers.length > 0 && (
        <p className="text-muted">{t('Or continue with an account that has this address:')}</p>
      )}
      <ProviderLinks providers={providers} />
    </>
  )
}

function RegisterForm({
  passwordMinLength,
  withPasskey,
  termsVersion,
  invitation,
  challenge,
}: Omit<Props, 'providers'>) {
  const t = useTranslation()
  const ownAction = route(withPasskey ? 'register.passkey.store' : 'register.store')
  return (
    <CaptchaForm
      key={String(withPasskey)}
      action={invitation?.action ?? ownAction}
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
        <p>
          {invitation
            ? t('You create a passkey on the next page.')
            : t('You create a passkey when you open the link in our email.')}
        </p>
      ) : (
        <NewPasswordField label={t('Password')} minLength={passwordMinLength} />
      )}
      {!invitation && <Honeypot />}
      <RememberFields name="register" />
      <TermsCheckbox version={termsVersion} />
      <Button type="submit" tone="primary" wide>
        {t('Create account')}
      </Button>
    </CaptchaForm>
  )
}

function RequiredProvider({ email, label, href }: { email: string; label: string; href: string }) {
  return (
    <div className="grid gap-6">
      <p>
        <Trans
          text="You're invited as <address>{email}</address>. Addresses of this domain sign in with {provider} only."
          values={{ email, provider: label }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      <ProviderButton label={label} href={href} tone="primary" />
    </div>
  )
}

Register.layout = [[Guest, { panel: msg("See every sign-in, and undo what wasn't you.") }]]
