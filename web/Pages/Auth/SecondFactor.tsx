import { Head, Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { SignOutForm } from '#web/components/SignOutForm.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { AddPasskey } from '#web/Pages/Profile/Partials/AddPasskey.tsx'
import { RecoveryCodes } from '#web/Pages/Profile/Partials/RecoveryCodes.tsx'
import { TwoFactorEnrollment } from '#web/Pages/Profile/Partials/TwoFactorEnrollment.tsx'
import { route } from '#web/route.ts'

import { ExportOrDelete } from './Partials/ExportOrDelete.tsx'

type Props = Pages['Auth/SecondFactor']

export default function SecondFactor(props: Props) {
  const { isDone, returnTo } = props
  const t = useTranslation()
  const title = isDone ? t('Your account is protected') : t('One more lock for your account')
  const passwordStillWorks = !props.isRequired && props.twoFactor.enabledAt === null
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {isDone ? (
        <SetupComplete returnTo={returnTo} passwordStillWorks={passwordStillWorks} />
      ) : (
        <ChooseMethod {...props} />
      )}
    </>
  )
}

function SetupComplete({
  returnTo,
  passwordStillWorks,
}: {
  returnTo: string
  passwordStillWorks: boolean
}) {
  const t = useTranslation()
  const { recoveryCodes } = usePage().flash
  return (
    <>
      <p>
        {passwordStillWorks
          ? t('Sign in with your passkey from now on. The password still works too.')
          : t('A stolen password is not enough from now on.')}
      </p>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <ButtonLink tone={recoveryCodes ? undefined : 'primary'} wide href={returnTo}>
        {recoveryCodes ? t('I have kept them') : t('Go on')}
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
          ? t('{appName} asks everyone for more than a password.', { appName })
          : t('Your password alone opens your account.')}{' '}
        {t('Passwords are stolen all the time. Choose what suits you; it takes a minute.')}
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
      <section className="grid gap-3" aria-labelledby="by-passkey">
        <h2 id="by-passkey">{t('A passkey')}</h2>
        <p>{t('Sign in with your finger, your face or the code of your device.')}</p>
        <AddPasskey primary />
      </section>
      <section className="grid gap-3" aria-labelledby="by-code">
        <h2 id="by-code">{t('Codes from an app')}</h2>
        <p>{t('After your password you enter six digits from an app on your phone.')}</p>
        <Form
          action={route('two-factor.enable')}
          errorBag="enableTwoFactorAuthentication"
          confirm={confirm}
        >
          <div>
            <Button type="submit">
              {isEnrolling ? t('Go on setting it up') : t('Turn on two-factor')}
            </Button>
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
      <summary>{t('You would rather leave?')}</summary>
      <div className="grid gap-6 pt-3">
        <p>
          {t(
            'Then take your data with you, and delete the account. You have 14 days to change your mind.',
          )}
        </p>
        <ExportOrDelete dataExport={dataExport} />
      </div>
    </details>
  )
}

SecondFactor.layout = [Guest]
