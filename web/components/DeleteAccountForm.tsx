import { usePage } from '@inertiajs/react'

import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'

export function DeleteAccountForm() {
  const t = useTranslation()
  const email = usePage().props.auth.user?.email ?? ''
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      action={route('current-user.destroy')}
      method="delete"
      errorBag="deleteUser"
      confirm={confirm}
    >
      <p>
        <Trans
          text="To go on, type <address>{email}</address> here."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      <Field
        name="confirmation"
        type="email"
        data-missing={t('Type the address of your account, as it stands above.')}
        label={t('The address of this account')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="form-actions">
        <Button type="submit" tone="danger">
          {t('Delete my account')}
        </Button>
      </div>
    </Form>
  )
}
