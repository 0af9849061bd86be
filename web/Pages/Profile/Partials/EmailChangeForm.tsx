import { usePage } from '@inertiajs/react'

import type { PendingEmailChange } from '#app/pages.ts'
import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { Notice } from '#web/parts/Notice.tsx'
import { Section } from '#web/parts/Section.tsx'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { T, useText } from '#web/text.tsx'

interface Props {
  title: string
  pending: PendingEmailChange | null
}

export function EmailChangeForm({ title, pending }: Props) {
  const t = useText()
  const { auth } = usePage().props
  const confirm = useConfirmation(15)
  return (
    <Section
      id="address"
      title={title}
      about={t('What you sign in with, where mail about your account goes, and your way back in.')}
    >
      <p className="break-words">
        <T
          text="Your address is <address>{email}</address>."
          values={{ email: auth.user?.email ?? '' }}
          address={(words) => <strong className="font-medium">{words}</strong>}
        />
      </p>
      {pending && <Waiting {...pending} />}
      <Form
        action={route('email-change.store')}
        bag="changeEmail"
        ask={confirm}
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
        <div className="form-actions">
          <Button type="submit">{t('Send a link to the new address')}</Button>
        </div>
      </Form>
    </Section>
  )
}

function Waiting({ email, endsAt }: PendingEmailChange) {
  const t = useText()
  const time = t.date(endsAt, { timeStyle: 'short', timeZone: useZone() })
  return (
    <Notice tone="attention">
      <div className="grid gap-3">
        <p className="break-words">
          <T
            text="<address>{email}</address> waits to be confirmed. The link we sent there works until {time}."
            values={{ email, time }}
            address={(words) => <strong className="font-medium">{words}</strong>}
          />
        </p>
        <div className="form-actions">
          <Form action={route('email-change.send')} bag="sendEmailChange">
            <Button type="submit">{t('Send the link again')}</Button>
          </Form>
          <Form action={route('email-change.destroy')} method="delete" bag="withdrawEmailChange">
            <Button type="submit" tone="quiet">
              {t('Keep the old address')}
            </Button>
          </Form>
        </div>
      </div>
    </Notice>
  )
}
