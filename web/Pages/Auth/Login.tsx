import { msg } from '@foyer/i18n'
import { Head, Link, usePage } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { OtherAccounts } from '#web/components/OtherAccounts.tsx'
import { PasswordField } from '#web/components/PasswordField.tsx'
import { ProviderLinks } from '#web/components/ProviderLinks.tsx'
import { RememberCheckbox } from '#web/components/RememberCheckbox.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { AddressField } from '#web/Pages/Auth/Partials/AddressField.tsx'
import { AddressStep, ProviderStep } from '#web/Pages/Auth/Partials/AddressStep.tsx'
import { PasskeySignIn } from '#web/Pages/Auth/Partials/PasskeySignIn.tsx'
import { route } from '#web/route.ts'

type Props = Pages['Auth/Login']

export default function Login({
  registration,
  sessionEnded,
  providers,
  step,
  providerOfDomain,
  emailCodes,
  accounts,
  addedTo,
}: Props) {
  const t = useTranslation()
  // At most three alternatives are visible: the passkey, the code and one provider.
  const offersCode = emailCodes && step === 'password'
  const usualTitle = sessionEnded ? t("You're signed out") : t('Sign in')
  const title = addedTo === null ? usualTitle : t('Add another account')
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
      <AccountsOfBrowser accounts={accounts} addedTo={addedTo} />
      {step === 'address' && <AddressStep />}
      {step === 'password' && <PasswordStep emailCodes={emailCodes} />}
      {providerOfDomain ? (
        <ProviderStep {...providerOfDomain} />
      ) : (
        <ProviderLinks providers={providers} shownAtFirst={offersCode ? 1 : 2} />
      )}
      {!providerOfDomain && (
        <p className="text-muted">
          <Link href={route('password.request')}>{t('Forgot your password?')}</Link>
        </p>
      )}
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

function PasswordStep({ emailCodes }: Pick<Pages['Auth/Login'], 'emailCodes'>) {
  const t = useTranslation()
  const knowsAddress = usePage().flash.oldInput?.['email'] !== undefined
  return (
    <Form action={route('login.store')}>
      <AddressField focusOnLoad={!knowsAddress} />
      <PasswordField
        name="password"
        label={t('Password')}
        autoComplete="current-password"
        focusOnLoad={knowsAddress}
      />
      <RememberCheckbox />
      <Button type="submit" tone="primary" wide>
        {t('Sign in')}
      </Button>
      <PasskeySignIn />
      {emailCodes && (
        <Button type="submit" formAction={route('email-code.send')} wide>
          {t('Email me a code')}
        </Button>
      )}
    </Form>
  )
}

function AccountsOfBrowser({ accounts, addedTo }: Pick<Props, 'accounts' | 'addedTo'>) {
  if (addedTo !== null)
    return (
      <p>
        <Trans
          text="You stay signed in as {email}. <link>Cancel</link>"
          values={{ email: addedTo }}
          link={dashboardLink}
        />
      </p>
    )
  return accounts.length > 0 ? (
    <div className="account-list">
      <OtherAccounts accounts={accounts} isSignedIn={false} />
    </div>
  ) : null
}

function dashboardLink(children: ReactNode) {
  return <Link href={route('dashboard')}>{children}</Link>
}

function registerLink(children: ReactNode) {
  return <Link href={route('register')}>{children}</Link>
}

Login.layout = [[Guest, { panel: msg('Welcome back.') }]]
