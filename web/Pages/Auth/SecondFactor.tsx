import { Head, Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { later } from '#web/later.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { AddPasskey } from '#web/Pages/Profile/Partials/AddPasskey.tsx'
import { RecoveryCodes } from '#web/Pages/Profile/Partials/RecoveryCodes.tsx'
import { Button, ButtonLink } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Form } from '#web/parts/Form.tsx'
import { SignOutForm } from '#web/parts/SignOutForm.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

type Props = Pages['Auth/SecondFactor']

const Rest = later('Auth/SecondFactor')

export default function SecondFactor(props: Props) {
  const { isDone, intended } = props
  const t = useText()
  const title = isDone ? t('Your account is protected') : t('One more lock for your account')
  const stillOpens = !props.isDemanded && props.twoFactor.enabledAt === null
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {isDone ? <Done intended={intended} stillOpens={stillOpens} /> : <Choose {...props} />}
    </>
  )
}

function Done({ intended, stillOpens }: { intended: string; stillOpens: boolean }) {
  const t = useText()
  const { recoveryCodes } = usePage().flash
  return (
    <>
      <p>
        {stillOpens
          ? t('Sign in with your passkey from now on. The password still works too.')
          : t('A stolen password is not enough from now on.')}
      </p>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <ButtonLink tone={recoveryCodes ? undefined : 'primary'} wide href={intended}>
        {recoveryCodes ? t('I have kept them') : t('Go on')}
      </ButtonLink>
    </>
  )
}

function Choose(props: Props) {
  const { isDemanded, twoFactor } = props
  const t = useText()
  const { appName } = usePage().props
  return (
    <>
      <p>
        {isDemanded
          ? t('{appName} asks everyone for more than a password.', { appName })
          : t('Your password alone opens your account.')}{' '}
        {t('Passwords are stolen all the time. Choose what suits you; it takes a minute.')}
      </p>
      {!twoFactor.setUp && <Ways hasBegun={twoFactor.isSettingUp} />}
      <Rest {...props} />
      <div className="flex gap-6 text-muted">
        {!isDemanded && <Link href={route('dashboard')}>{t('Not now')}</Link>}
        <SignOutForm className="link">{t('Sign out')}</SignOutForm>
      </div>
    </>
  )
}

function Ways({ hasBegun }: { hasBegun: boolean }) {
  const t = useText()
  const confirm = useConfirmation(15)
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
        <Form action={route('two-factor.enable')} bag="enableTwoFactorAuthentication" ask={confirm}>
          <div>
            <Button type="submit">
              {hasBegun ? t('Go on setting it up') : t('Turn on two-factor')}
            </Button>
          </div>
        </Form>
      </section>
    </>
  )
}

SecondFactor.layout = [Guest]
