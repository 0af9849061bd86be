import type { Pages } from '#app/pages.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { PostButton } from '#web/components/PostButton.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

type Props = Pick<Pages['Admin/Account'], 'account'> & {
  access: NonNullable<Pages['Admin/Account']['access']>
}

/** The state of the request to see this account. */
export function SupportAccessCard({ account, access }: Props) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const { id, isApproved, expiresAt } = access
  const until = t.date(expiresAt, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <Alert tone={isApproved ? 'success' : 'attention'}>
      <div className="notice-row">
        <p>
          {isApproved
            ? t('The owner lets you see this account until {until}.', { until })
            : t(
                'You asked the owner to see this account. The link in the email works until {until}.',
                {
                  until,
                },
              )}
        </p>
        {isApproved && (
          <Form action={route('admin.account.open-access', { account: account.id })}>
            <Button type="submit" tone="primary">
              {t('See the account')}
            </Button>
          </Form>
        )}
        <PostButton
          className="button"
          method="delete"
          action={route('support-access.destroy', { access: id })}
        >
          <span>{isApproved ? t('End access') : t('Withdraw the request')}</span>
        </PostButton>
      </div>
    </Alert>
  )
}
