import { msg } from '@foyer/i18n'
import { Head, Link, usePage } from '@inertiajs/react'

import { gracePeriodDays } from '#app/account-deletion/limits.ts'
import type { Pages } from '#app/pages.ts'
import type { TwoFactor } from '#app/two-factor/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { SignOutForm } from '#web/components/SignOutForm.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { AddPasskey } from '#web/Pages/Profile/Partials/AddPasskey.tsx'
import { EnableTwoFactorWithPasskey } from '#web/Pages/Profile/Partials/EnableTwoFactorWithPasskey.tsx'
import { RecoveryCodes } from '#web/Pages/Profile/Partials/RecoveryCodes.tsx'
import { TwoFactorEnrollment } from '#web/Pages/Profile/Partials/TwoFactorEnrollment.tsx'
import { route } from '#web/route.ts'

import { ExportOrDelete } from './Partials/ExportOrDelete.tsx'

type Props = Pages['Auth/SecondFactor']

export default function SecondFactor(props: Props) {
  const { isDone, returnTo } = props
  const t = useTranslation()
  const isProtected = props.isRequired || props.twoFactor.enabledAt !== null
  const doneTitle = isProtected
    ? t('Your account is protected')
    : t('Your passkey or security key is added')
  const title = isDone ? doneTitle : t('Add a second factor')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {isDone ? (
        <SetupComplete returnTo={returnTo} {...props.twoFactor} />
      ) : (
        <ChooseMethod {...props} />
      )}
    </>
  )
}

function SetupComplete({ returnTo, enabledAt, isRequired }: TwoFactor & { returnTo: string }) {
  const t = useTranslation()
  const { recoveryCodes } = usePage().flash
  return (
    <>
      <p>
        {enabledAt || isRequired
          ? t('A stolen password is no longer enough to sign in.')
          : t(
              'Your password alone still signs in. With two-factor authentication, it asks for your passkey or security key too.',
            )}
      </p>
      {!enabledAt && isRequired && <p>{t('Recovery codes let you in when you lose it.')}</p>}
      {!enabledAt && <EnableTwoFactorWithPasskey isRequired={isRequired} primary />}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <ButtonLink tone={recoveryCodes || !enabledAt ? undefined : 'primary'} wide href={returnTo}>
        {recoveryCodes ? t("I've saved them") : t('Continue')}
      </ButtonLink>
    </>
  )
}

function ChooseMethod({ isRequired, twoFactor, dataExport }: Props) {
  const t = useTranslation()
  const { appName } = usePage().props
  return (
    <>
      <p>
        {isRequired
          ? t('{appName} requires more than a password.', { appName })
          : t('Only one step protects your account.')}{' '}
        {t('Choose one of these. It takes a minute.')}
      </p>
      {!twoFactor.enrollment && <SecondFactorOptions isEnrolling={twoFactor.isEnrolling} />}
      {twoFactor.enrollment && (
        <TwoFactorEnrollment enrollment={twoFactor.enrollment} isOn={false} />
      )}
      {isRequired && <DeclineOptions dataExport={dataExport} />}
      <div className="flex gap-6 text-muted">
        {!isRequired && <Link href={route('dashboard')}>{t('Not now')}</Link>}
        <SignOutForm className="link">{t('Sign out')}</SignOutForm>
      </div>
    </>
  )
}

function SecondFactorOptions({ isEnrolling }: { isEnrolling: boolean }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <>
      <section className="grid gap-2" aria-labelledby="by-passkey">
        <h2 id="by-passkey">{t('Passkey')}</h2>
        <p>{t("Sign in with your fingerprint, your face or your device's PIN.")}</p>
        <AddPasskey primary />
      </section>
      <section className="grid gap-2" aria-labelledby="by-security-key">
        <h2 id="by-security-key">{t('Security key')}</h2>
        <p>{t('After your password, touch a key that you plug in or hold to your phone.')}</p>
        <AddPasskey isSecurityKey />
      </section>
      <section className="grid gap-2" aria-labelledby="by-code">
        <h2 id="by-code">{t('Authenticator app')}</h2>
        <p>{t('After your password, enter a six-digit code from an app on your phone.')}</p>
        <Form
          action={route('two-factor.enable')}
          errorBag="enableTwoFactorAuthentication"
          confirm={confirm}
        >
          <div>
            <Button type="submit">{isEnrolling ? t('Continue setup') : t('Set up the app')}</Button>
          </div>
        </Form>
      </section>
    </>
  )
}

function DeclineOptions({ dataExport }: Pick<Props, 'dataExport'>) {
  const t = useTranslation()
  return (
    <details className="border-t pt-6">
      <summary>{t('Want to leave instead?')}</summary>
      <div className="grid gap-6 pt-3">
        <p>
          {t(
            'You can download your data and delete your account. You have {days} days to change your mind.',
            { days: gracePeriodDays },
          )}
        </p>
        <ExportOrDelete dataExport={dataExport} />
      </div>
    </details>
  )
}

SecondFactor.layout = [[Guest, { panel: msg('Two locks are better than one.') }]]
