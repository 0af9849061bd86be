import { msg } from '@foyer/i18n'
import { Head, Link } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { ProviderLinks } from '#web/components/ProviderLinks.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { PasskeySignIn } from '#web/Pages/Auth/Partials/PasskeySignIn.tsx'
import { route } from '#web/route.ts'

export default function Login({ registration, sessionEnded, providers }: Pages['Auth/Login']) {
  const t = useTranslation()
  const title = sessionEnded ? t("You're signed out") : t('Sign in')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {sessionEnded && (
        <p>
          {t(
            'Your session expired, or you were signed out from another device. Sign in to continue.',
          )}
        </p>
      )}
      <Form action={route('login.store')}>
        <Field
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="username webauthn"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The page exists to fill in this form.
          autoFocus
        />
        <PasswordField name="password" label={t('Password')} autoComplete="current-password" />
        <Checkbox name="remember">{t('Keep me signed in on this device')}</Checkbox>
        <Button type="submit" tone="primary" wide>
          {t('Sign in')}
        </Button>
        <PasskeySignIn />
      </Form>
      <ProviderLinks providers={providers} />
      <p className="text-muted">
        <Link href={route('password.request')}>{t('Forgot your password?')}</Link>
      </p>
      {registration !== 'closed' && (
        <p className="text-muted">
          {registration === 'waitlist' ? (
            <Trans text="New here? <link>Join the waitlist</link>" link={registerLink} />
          ) : (
            <Trans text="New here? <link>Create an account</link>" link={registerLink} />
          )}
        </p>
      )}
    </>
  )
}

function registerLink(children: ReactNode) {
  return <Link href={route('register')}>{children}</Link>
}

Login.layout = [[Guest, { panel: msg('Welcome back.') }]]
