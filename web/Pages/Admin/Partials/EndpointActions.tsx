import type { WebhookEndpointRow } from '#app/admin/pages.ts'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { PostButton } from '#web/components/PostButton.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function EndpointActions({ endpoint }: { endpoint: WebhookEndpointRow }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const { id, disabledAt } = endpoint
  const title = t('Replace the secret')
  return (
    <div className="form-actions">
      <PostButton
        className="button"
        action={route(disabledAt ? 'admin.webhook.enable' : 'admin.webhook.disable', {
          endpoint: id,
        })}
      >
        {disabledAt ? t('Turn on the endpoint') : t('Turn off the endpoint')}
      </PostButton>
      <FormPopup
        triggerStyle="button"
        triggerText={title}
        triggerLabel={title}
        title={title}
        action={route('admin.webhook.rotate', { endpoint: id })}
        submitLabel={title}
        confirm={confirm}
      >
        <p>
          {t(
            'The new secret is shown once. Messages are signed with both secrets for a while, so that the receiver can change its own.',
          )}
        </p>
        <Checkbox name="now">{t('The secret has leaked: end the previous one now')}</Checkbox>
      </FormPopup>
    </div>
  )
}
