import { usePage } from '@inertiajs/react'

import type { PendingEmailChange } from '#app/email-change/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Disclosure } from '#web/components/Disclosure.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { InlineCodeForm } from '#web/components/InlineCodeForm.tsx'
import { Item, ItemList, ItemTitle } from '#web/components/ItemList.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { fieldValue } from '#web/lib/form-checks.ts'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'

export function EmailChangeForm({ pending }: { pending: PendingEmailChange | null }) {
  const t = useTranslation()
  return (
    <Section
      id="address"
      title={t('Email address')}
      description={t('You sign in with it, and we send email to it.')}
    >
      {pending ? <PendingChange {...pending} /> : <ChangeForm />}
    </Section>
  )
}

function ChangeForm() {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const user = usePage().props.auth.user
  return (
    <div className="setting">
      <p className="break-words">
        <strong className="font-medium">{user?.email}</strong> <Unconfirmed />
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
          onSuccess={() => focusSection('address')}
        >
          <Field
            name="email"
            label={t('New email address')}
            data-missing={t('Enter your email address.')}
            type="email"
            data-sends-link
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
  )
}

function Unconfirmed() {
  const t = useTranslation()
  const user = usePage().props.auth.user
  return (
    user?.email_verified_at === null && (
      <span className="text-attention">{t('Not confirmed yet')}</span>
    )
  )
}

/** Both addresses, and what completes the change. */
function PendingChange({ email, endsAt, takesCode }: PendingEmailChange) {
  const t = useTranslation()
  const user = usePage().props.auth.user
  const time = t.date(endsAt, { timeStyle: 'short', timeZone: useTimezone() })
  return (
    <ItemList label={t('Email address')}>
      <Item
        title={<ItemTitle icon={mail}>{user?.email}</ItemTitle>}
        details={
          <>
            <span>{t('Yours until you confirm the new one')}</span> <Unconfirmed />
          </>
        }
      />
      <Item
        title={
          <ItemTitle icon={mail}>
            {email}{' '}
            <span className="badge" data-tone="attention">
              {t('Not confirmed')}
            </span>
          </ItemTitle>
        }
        details={<span>{t('Open the link we sent there. It works until {time}.', { time })}</span>}
      >
        <div className="item-more">
          {takesCode && (
            <InlineCodeForm
              action={route('email-change.code')}
              errorBag="emailChangeCode"
              label={t('Or enter the code from that email')}
              tone="primary"
            />
          )}
          <div className="form-actions">
            <Form action={route('email-change.send')} errorBag="sendEmailChange">
              <button type="submit" className="link">
                {t('Send again')}
              </button>
            </Form>
            <Form
              action={route('email-change.destroy')}
              method="delete"
              errorBag="withdrawEmailChange"
              onSuccess={() => focusSection('address')}
            >
              <button type="submit" className="link">
                {t('Cancel the change')}
              </button>
            </Form>
          </div>
        </div>
      </Item>
    </ItemList>
  )
}
