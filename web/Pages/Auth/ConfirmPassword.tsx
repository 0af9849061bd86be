import { Head, Link, router, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Guest } from '#web/Layouts/Guest.tsx'
import { ConfirmationWays } from '#web/parts/ConfirmationWays.tsx'
import { SignOutForm } from '#web/parts/SignOutForm.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export default function ConfirmPassword({ ways, intended }: Pages['Auth/ConfirmPassword']) {
  const t = useText()
  const { auth, errors } = usePage().props

  return (
    <>
      <Head title={t('Confirm that it is you')} />
      <h1 className="heading">{t('Confirm that it is you')}</h1>
      <p>
        {t(
          'What comes next could cost you the account in the wrong hands, so show once more who you are.',
        )}
      </p>
      <ConfirmationWays
        ways={ways}
        email={auth.user?.email ?? ''}
        refused={errors}
        onConfirmed={() => router.visit(intended)}
      />
      <div className="flex gap-6 text-muted">
        <Link href={route('dashboard')}>{t('Not now')}</Link>
        <SignOutForm className="link">{t('Sign out')}</SignOutForm>
      </div>
    </>
  )
}

ConfirmPassword.layout = [Guest]
