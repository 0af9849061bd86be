import { msg } from '@foyer/i18n'
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
  isFirst,
  changed,
  termsVersion,
  dataExport,
}: Pages['Auth/AcceptTerms']) {
  const t = useTranslation()
  const title = isFirst ? t('Agree to our terms') : t('Updated terms')

  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <p>
        {isFirst ? (
          t('Read our Terms of Service and our Privacy Policy, and agree to them to continue.')
        ) : (
          <Changes documents={changed} />
        )}
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

function Changes({ documents }: { documents: Pages['Auth/AcceptTerms']['changed'] }) {
  const t = useTranslation()
  const what =
    documents.length > 1
      ? t('Our Terms of Service and our Privacy Policy have changed.')
      : documents.includes('terms')
        ? t('Our Terms of Service have changed.')
        : t('Our Privacy Policy has changed.')
  return `${what} ${t('Read and agree to them to continue.')}`
}

AcceptTerms.layout = [[Guest, { panel: msg('Your account stays yours.') }]]
