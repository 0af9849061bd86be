import type { AdminAccount } from '#app/admin/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { useCan } from '#web/hooks/use-can.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { ActionForm } from './ActionForm.tsx'
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
  const t = useTranslation()
  const can = useCan()
  const possible = actions.filter(({ isPossible, permission }) => isPossible && can(permission))
  if (possible.length === 0) return null
  return (
    <Card title={title}>
      <ul className="admin-actions">
        {possible.map((action) => (
          <li key={action.name}>
            <ActionForm
              {...action}
              url={route(action.name, { account: account.id })}
              reasonHint={t('The owner of the account sees it.')}
            >
              <p>
                {action.description} {action.details}
              </p>
              {action.fields}
            </ActionForm>
            <p>{action.description}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
