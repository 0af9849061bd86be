import { usePage } from '@inertiajs/react'

import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { route } from '#web/route.ts'
import { T, useText } from '#web/text.tsx'

/** Asks for the account's address, typed out, before the account starts to leave. */
export function LeaveForm() {
  const t = useText()
  const email = usePage().props.auth.user?.email ?? ''
  const confirm = useConfirmation(15)
  return (
    <Form action={route('current-user.destroy')} method="delete" bag="deleteUser" ask={confirm}>
      <p>
        <T
          text="To go on, type <address>{email}</address> here."
          values={{ email }}
          address={(words) => <strong className="font-medium">{words}</strong>}
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
