import { usePage } from '@inertiajs/react'

import type { PendingEmailChange } from '#app/email-change/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { closeDisclosures, Disclosure } from '#web/components/Disclosure.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { InlineCodeForm } from '#web/components/InlineCodeForm.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { fieldValue } from '#web/lib/form-checks.ts'
import { route } from '#web/route.ts'

export function EmailChangeForm({ pending }: { pending: PendingEmailChange | null }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const user = usePage().props.auth.user
  return (
    <Section
      id="address"
      title={t('Email address')}
      description={t('You sign in with it, and we send email to it.')}
    >
      {pending && <PendingChange {...pending} />}
      <div className="setting">
        <p className="break-words">
          <strong className="font-medium">{user?.email}</strong>{' '}
          {user?.email_verified_at === null && (
            <span className="text-attention">{t('Not confirmed yet')}</span>
          )}
        </p>
        <Disclosure
          label={t('Change')}
          accessibleLabel={t('Change your email address')}
          targetId="address"
          errorBag="changeEmail"
        >
          <Form
            action={route('email-change.store')}
            errorBag="changeEmail"
            confirm={confirm}
            check={(form) =>
              fieldValue(form, 'email').trim() === user?.email
                ? { email: t('This is already your email address.') }
                : {}
            }
            key={pending?.email}
            onSuccess={() => closeDisclosures('address')}
          >
            <Field
              name="email"
              label={t('New email address')}
              data-missing={t('Enter your email address.')}
              type="email"
              autoComplete="email"
              hint={t("We'll send a link there. Nothing changes until you open it.")}
            />
            <RememberFields name="email" />
            <div className="form-actions">
              <Button type="submit" tone="primary">
                {t('Send link')}
              </Button>
            </div>
          </Form>
        </Disclosure>
      </div>
    </Section>
  )
}

function PendingChange({ email, endsAt, takesCode }: PendingEmailChange) {
  const t = useTranslation()
  const time = t.date(endsAt, { timeStyle: 'short', timeZone: useTimezone() })
  return (
    <Alert tone="attention">
      <div className="grid gap-3">
        <p className="break-words">
          <Trans
            text="Waiting for you to confirm <address>{email}</address>. The link we sent there works until {time}."
            values={{ email, time }}
            address={(children) => <strong className="font-medium">{children}</strong>}
          />
        </p>
        {takesCode && (
          <InlineCodeForm action={route('email-change.code')} errorBag="emailChangeCode" />
        )}
        <div className="form-actions">
          <Form action={route('email-change.send')} errorBag="sendEmailChange">
            <Button type="submit">{t('Send the link again')}</Button>
          </Form>
          <Form
            action={route('email-change.destroy')}
            method="delete"
            errorBag="withdrawEmailChange"
          >
            <Button type="submit" tone="quiet">
              {t('Cancel the change')}
            </Button>
          </Form>
        </div>
      </div>
    </Alert>
  )
}
