import type { AdminAccount } from '#app/admin/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { Field } from '#web/components/Field.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { useCan } from '#web/hooks/use-can.ts'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { type Action, useHelp, useRestrictions } from './use-account-actions.tsx'

/** The actions that are possible now, and permitted. */
export function AccountActions({ account }: { account: AdminAccount }) {
  const t = useTranslation()
  return (
    <div className="admin-side">
      <ActionCard title={t('Help the owner')} account={account} actions={useHelp(account)} />
      <ActionCard
        title={t('Change the account')}
        account={account}
        actions={useRestrictions(account)}
      />
    </div>
  )
}

interface CardProps {
  title: string
  account: AdminAccount
  actions: Action[]
}

function ActionCard({ title, account, actions }: CardProps) {
  const can = useCan()
  const possible = actions.filter(({ isPossible, permission }) => isPossible && can(permission))
  if (possible.length === 0) return null
  return (
    <Card title={title}>
      <ul className="admin-actions">
        {possible.map((action) => (
          <li key={action.name}>
            <ActionForm account={account} action={action} />
            <p>{action.description}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ActionForm({ account, action }: { account: AdminAccount; action: Action }) {
  const t = useTranslation()
  const { name, label, description, details, tone, fields, level = 'standard' } = action
  const confirm = useConfirmation(level)
  return (
    <FormPopup
      triggerStyle="button"
      triggerText={label}
      triggerLabel={label}
      title={label}
      action={route(name, { account: account.id })}
      errorBag={name.split('.').at(-1) ?? name}
      submitLabel={label}
      resetOnSuccess
      confirm={confirm}
      {...(tone && { tone })}
    >
      <p>
        {description} {details}
      </p>
      {fields}
      <Field
        name="reason"
        label={t('Reason')}
        hint={t('The owner of the account sees it.')}
        autoComplete="off"
      />
    </FormPopup>
  )
}
