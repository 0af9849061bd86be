import { Trans, useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Form } from './Form.tsx'
import { RelativeTime } from './RelativeTime.tsx'

/** @param readyAt  when the waiting time ends; null where the page does not know */
export function RecoveryAlert({ readyAt }: { readyAt: string | null }) {
  const t = useTranslation()
  return (
    <div id="account-recovery" className="mb-6">
      <Alert tone="danger">
        <div className="grid gap-3">
          <p>
            {t(
              'Someone with a recovery code and a second factor asked to recover this account without its mailbox. After a waiting time they can change its address and password.',
            )}
          </p>
          {readyAt && (
            <p>
              <Trans
                text="The waiting time ends <time>soon</time>."
                time={() => <RelativeTime at={readyAt} />}
              />
            </p>
          )}
          <Form action={route('account-recovery.destroy')} method="delete" errorBag="stopRecovery">
            <div>
              <Button type="submit">{t('Stop this recovery')}</Button>
            </div>
          </Form>
        </div>
      </Alert>
    </div>
  )
}
