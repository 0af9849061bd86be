import type { WebhookEndpointRow } from '#app/webhooks/pages.ts'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { Form } from '#web/components/Form.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function WebhookActions({ endpoint }: { endpoint: WebhookEndpointRow }) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const { id, disabledAt } = endpoint
  const title = t('Replace the secret')
  return (
    <div className="form-actions">
      <Form action={route('admin.webhook.update', { endpoint: id })} method="put">
        <input type="hidden" name="enabled" value={disabledAt ? '1' : '0'} />
        <button type="submit" className="button">
          {disabledAt ? t('Turn on the endpoint') : t('Turn off the endpoint')}
        </button>
      </Form>
      <FormPopup
        triggerStyle="button"
        triggerText={title}
        triggerLabel={title}
        title={title}
        action={route('admin.webhook-secret.store', { endpoint: id })}
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
