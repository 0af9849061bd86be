import type { EmailAddresses } from '#app/email-addresses/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { closeDisclosures, Disclosure } from '#web/components/Disclosure.tsx'
import { Field } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { InlineCodeForm } from '#web/components/InlineCodeForm.tsx'
import { Item, ItemList, ItemTitle } from '#web/components/ItemList.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { Section } from '#web/components/Section.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { MakePrimary, RemoveAddress, ResendLink } from './AddressActions.tsx'

const sectionId = 'email-addresses'

export function EmailAddressesSection({ proved, pending, max, takesCode }: EmailAddresses) {
  const t = useTranslation()
  const count = proved.length + pending.length
  return (
    <Section
      id={sectionId}
      title={t('More email addresses')}
      description={t('A way back into your account if you lose your mailbox.')}
    >
      {count > 0 && <AddressList proved={proved} pending={pending} takesCode={takesCode} />}
      {count < max ? (
        <AddAddress key={count} isFirst={count === 0} />
      ) : (
        <p className="text-muted">
          {t('An account can have {count} additional addresses. Remove one first.', { count: max })}
        </p>
      )}
    </Section>
  )
}

type Addresses = Pick<EmailAddresses, 'proved' | 'pending' | 'takesCode'>

function AddressList({ proved, pending, takesCode }: Addresses) {
  const t = useTranslation()
  return (
    <ItemList label={t('Your additional email addresses')}>
      {proved.map(({ id, email, isRecoveryOnly, addedAt }) => (
        <Item
          key={id}
          title={<ItemTitle icon={mail}>{email}</ItemTitle>}
          details={
            <>
              <Use isRecoveryOnly={isRecoveryOnly} />
              <span>
                {t('Added')} <RelativeTime at={addedAt} />
              </span>
            </>
          }
        >
          <div className="row-actions">
            <MakePrimary id={id} email={email} />
            <RemoveAddress id={id} email={email} />
          </div>
        </Item>
      ))}
      {pending.map((address) => (
        <PendingAddress key={address.id} address={address} takesCode={takesCode} />
      ))}
    </ItemList>
  )
}

function Use({ isRecoveryOnly }: { isRecoveryOnly: boolean }) {
  const t = useTranslation()
  return <span>{isRecoveryOnly ? t('Recovery only') : t('Sign-in and recovery')}</span>
}

interface PendingAddressProps {
  address: Addresses['pending'][number]
  takesCode: boolean
}

function PendingAddress({ address, takesCode }: PendingAddressProps) {
  const t = useTranslation()
  const { id, email, isRecoveryOnly, endsAt } = address
  const time = t.date(endsAt, { timeStyle: 'short', timeZone: useTimezone() })
  return (
    <Item
      title={
        <ItemTitle icon={mail}>
          {email}{' '}
          <span className="badge" data-tone="attention">
            {t('Not confirmed')}
          </span>
        </ItemTitle>
      }
      details={
        <>
          <Use isRecoveryOnly={isRecoveryOnly} />
          <span>{t('The link works until {time}', { time })}</span>
        </>
      }
    >
      <div className="row-actions">
        <ResendLink id={id} email={email} isRecoveryOnly={isRecoveryOnly} />
        <RemoveAddress id={id} email={email} />
      </div>
      {takesCode && (
        <div className="item-more">
          <InlineCodeForm
            action={route('email-address.code', { address: id })}
            errorBag={`code-${id}`}
            label={t('Code sent to {email}', { email })}
          />
        </div>
      )}
    </Item>
  )
}

function AddAddress({ isFirst }: { isFirst: boolean }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <div className={isFirst ? 'setting' : undefined}>
      {isFirst && <p>{t('No other address yet')}</p>}
      <Disclosure label={t('Add an address')} errorBag="addEmailAddress">
        <Form
          action={route('email-address.store')}
          errorBag="addEmailAddress"
          confirm={confirm}
          onSuccess={() => closeDisclosures(sectionId)}
        >
          <Field
            name="email"
            label={t('Additional email address')}
            data-missing={t('Enter an email address.')}
            type="email"
            data-sends-link
            autoComplete="off"
            hint={t("We'll send a link there. Open it where you're signed in.")}
          />
          <Checkbox name="recovery_only">
            {t("Only for recovery: it receives recovery links, and can't be used to sign in.")}
          </Checkbox>
          <RememberFields name="add-email-address" />
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
