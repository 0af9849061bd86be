import { Head } from '@inertiajs/react'

import { gracePeriodDays } from '#app/account-deletion/limits.ts'
import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { SignOutForm } from '#web/components/SignOutForm.tsx'
import { TermsCheckbox } from '#web/components/TermsCheckbox.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

import { ExportOrDelete } from './Partials/ExportOrDelete.tsx'

export default function AcceptTerms({
  changed,
  termsVersion,
  dataExport,
}: Pages['Auth/AcceptTerms']) {
  const t = useTranslation()
  const title = t('Updated terms')
  const bothChanged = t('Our Terms of Service and our Privacy Policy have changed.')
  const oneChanged = {
    terms: t('Our Terms of Service have changed.'),
    policy: t('Our Privacy Policy has changed.'),
  }

  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        {changed.length > 1 ? bothChanged : changed[0] && oneChanged[changed[0]]}{' '}
        {t('Read and agree to them to continue.')}
      </p>
      <Form action={route('terms.accept.store')}>
        <TermsCheckbox version={termsVersion} />
        <Button type="submit" tone="primary" wide>
          {t('Agree and continue')}
        </Button>
      </Form>
      <details className="border-t pt-6">
        <summary>{t("Don't want to agree?")}</summary>
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
      <div className="text-muted">
        <SignOutForm className="link">{t('Sign out')}</SignOutForm>
      </div>
    </>
  )
}

AcceptTerms.layout = [Guest]
