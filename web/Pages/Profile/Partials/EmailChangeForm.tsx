import { usePage } from '@inertiajs/react'

import type { PendingEmailChange } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  title: string
  pending: PendingEmailChange | null
}

export function EmailChangeForm({ title, pending }: Props) {
  const t = useTranslation()
  const { auth } = usePage().props
  const confirm = useConfirmation('sensitive')
  return (
    <Section
      id="address"
      title={title}
      description={t(
        'What you sign in with, where mail about your account goes, and your way back in.',
      )}
    >
      <p className="break-words">
        <Trans
          text="Your address is <address>{email}</address>."
          values={{ email: auth.user?.email ?? '' }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      {pending && <PendingChange {...pending} />}
      <Form
        action={route('email-change.store')}
        errorBag="changeEmail"
        confirm={confirm}
        key={pending?.email}
      >
        <Field
          name="email"
          label={t('New e-mail address')}
          data-missing={t('Enter your e-mail address.')}
          type="email"
          autoComplete="email"
          hint={t('We send a link there. Your address stays as it is until you open it.')}
        />
        <RememberFields name="email" />
        <div className="form-actions">
          <Button type="submit">{t('Send a link to the new address')}</Button>
        </div>
      </Form>
    </Section>
  )
}

function PendingChange({ email, endsAt }: PendingEmailChange) {
  const t = useTranslation()
  const time = t.date(endsAt, { timeStyle: 'short', timeZone: useTimezone() })
  return (
    <Alert tone="attention">
      <div className="grid gap-3">
        <p className="break-words">
          <Trans
            text="<address>{email}</address> waits to be confirmed. The link we sent there works until {time}."
            values={{ email, time }}
            address={(children) => <strong className="font-medium">{children}</strong>}
          />
        </p>
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
              {t('Keep the old address')}
            </Button>
          </Form>
        </div>
      </div>
    </Alert>
  )
}
