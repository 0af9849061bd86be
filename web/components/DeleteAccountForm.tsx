import { usePage } from '@inertiajs/react'

import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { fieldValue, isSameEmail } from '#web/lib/form-checks.ts'
import { route } from '#web/route.ts'

import { Button } from './Button.tsx'
import { DisclosureActions } from './Disclosure.tsx'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'

export function DeleteAccountForm() {
  const t = useTranslation()
  const email = usePage().props.auth.user?.email ?? ''
  const confirm = useConfirmation('sensitive')
  const mismatch = t('Type your email address exactly as shown above.')
  return (
    <Form
      action={route('current-user.destroy')}
      method="delete"
      errorBag="deleteUser"
      confirm={confirm}
      check={(form) =>
        isSameEmail(fieldValue(form, 'confirmation'), email) ? {} : { confirmation: mismatch }
      }
    >
      <p>
        <Trans
          text="Type <address>{email}</address> to confirm."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      <Field
        name="confirmation"
        type="email"
        data-missing={mismatch}
        label={t('Your email address')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <DisclosureActions>
        <Button type="submit" tone="danger">
          {t('Delete my account')}
        </Button>
      </DisclosureActions>
    </Form>
  )
}
