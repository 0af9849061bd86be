import type { EmailAddresses } from '#app/email-addresses/pages.ts'
import { Form } from '#web/components/Form.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function ResendLink({
  id,
  email,
  isRecoveryOnly,
}: Pick<EmailAddresses['pending'][number], 'id' | 'email' | 'isRecoveryOnly'>) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      action={route('email-address.store')}
      errorBag={`resend-${id}`}
      hiddenField="email"
      confirm={confirm}
    >
      <input type="hidden" name="email" value={email} />
      {isRecoveryOnly && <input type="hidden" name="recovery_only" value="1" />}
      <button
        type="submit"
        className="link-button"
        aria-label={t('Send the link to {email} again', { email })}
      >
        {t('Send again')}
      </button>
    </Form>
  )
}

export function MakePrimary({ id, email }: { id: string; email: string }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <FormPopup
      action={route('email-address.primary', { address: id })}
      method="put"
      errorBag={`primary-${id}`}
      hiddenField="email"
      confirm={confirm}
      triggerText={t('Make primary')}
      triggerLabel={t('Make {email} the primary address', { email })}
      title={t('Make {email} the primary address?', { email })}
      submitLabel={t('Make it primary')}
    >
      <p>{t('We then send email there. Your address of today stays as an additional one.')}</p>
    </FormPopup>
  )
}

export function RemoveAddress({ id, email }: { id: string; email: string }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <FormPopup
      action={route('email-address.destroy', { address: id })}
      method="delete"
      errorBag={`remove-address-${id}`}
      confirm={confirm}
      triggerText={t('Remove')}
      triggerLabel={t('Remove {email}', { email })}
      title={t('Remove {email}?', { email })}
      submitLabel={t('Remove address')}
      tone="danger"
    >
      <p>{t('You can no longer use it to sign in or to recover your account.')}</p>
    </FormPopup>
  )
}
