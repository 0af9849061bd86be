import { msg } from '@foyer/i18n'
import { Head, Link, router, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { ConfirmationMethods } from '#web/components/ConfirmationMethods.tsx'
import { SignOutForm } from '#web/components/SignOutForm.tsx'
import { useNoScriptAction } from '#web/hooks/use-no-script-action.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function ConfirmPassword({
  methods,
  providers,
  returnTo,
}: Pages['Auth/ConfirmPassword']) {
  const t = useTranslation()
  const { auth, errors } = usePage().props
  const noScriptAction = useNoScriptAction({ action: route('password.confirm.store') })

  return (
    <>
      <Head title={t("Confirm it's you")} />
      <h1 className="heading">{t("Confirm it's you")}</h1>
      <ConfirmationMethods
        methods={methods}
        providers={providers}
        email={auth.user?.email ?? ''}
        serverErrors={errors}
        noScriptAction={noScriptAction}
        onConfirmed={() => router.visit(returnTo)}
      />
      <div className="flex gap-6 text-muted">
        <Link href={route('dashboard')}>{t('Not now')}</Link>
        <SignOutForm className="link">{t('Sign out')}</SignOutForm>
      </div>
    </>
  )
}

ConfirmPassword.layout = [[Guest, { panel: msg('A quick check before a sensitive change.') }]]
