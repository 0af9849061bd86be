import type { TeamHeader } from '#app/teams/pages.ts'
import type { WebhookEndpointRow } from '#app/webhooks/pages.ts'
import { Form } from '#web/components/Form.tsx'
import { FormPopup } from '#web/components/FormPopup.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { WebhookState } from '#web/components/WebhookState.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  team: TeamHeader
  endpoints: WebhookEndpointRow[]
}

export function WebhookTable({ team, endpoints }: Props) {
  const t = useTranslation()
  const columnTitles = [t('URL'), t('Events'), t('State'), t('Actions')]
  return (
    <div className="card">
      <Table caption={t('Webhooks of the team')} columnTitles={columnTitles} compact>
        {endpoints.map((endpoint) => (
          <Row key={endpoint.id} columnTitles={columnTitles}>
            <span className="wrap-anywhere" translate="no">
              {endpoint.url}
            </span>
            {endpoint.eventTypes.length === 0 ? (
              t('All events')
            ) : (
              <span className="break-words" translate="no">
                {endpoint.eventTypes.join(', ')}
              </span>
            )}
            <State {...endpoint} />
            <div className="row-actions">
              <WebhookActions team={team} {...endpoint} />
            </div>
          </Row>
        ))}
      </Table>
    </div>
  )
}

function State(endpoint: WebhookEndpointRow) {
  const t = useTranslation()
  const timeZone = useTimezone()
  const { disabledAt, previousEndsAt } = endpoint
  return (
    <span className="grid">
      <WebhookState endpoint={endpoint} />
      {!disabledAt && previousEndsAt && (
        <span className="text-muted text-13">
          {t('The previous secret signs too, until {when}.', {
            when: t.date(previousEndsAt, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
          })}
        </span>
      )}
    </span>
  )
}

function WebhookActions({ team, id, url, disabledAt }: { team: TeamHeader } & WebhookEndpointRow) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const params = { team: team.slug, webhook: id }
  const isEnabled = disabledAt === null
  return (
    <>
      <Form action={route('team-webhook.update', params)} method="put" errorBag={`switch-${id}`}>
        <input type="hidden" name="enabled" value={isEnabled ? '0' : '1'} />
        <button
          type="submit"
          className="link-button"
          aria-label={isEnabled ? t('Turn off {url}', { url }) : t('Turn on {url}', { url })}
        >
          {isEnabled ? t('Turn off') : t('Turn on')}
        </button>
      </Form>
      <FormPopup
        action={route('team-webhook-secret.store', params)}
        errorBag={`secret-${id}`}
        confirm={confirm}
        triggerText={t('New secret')}
        triggerLabel={t('New secret for {url}', { url })}
        title={t('Replace the secret of this webhook?')}
        submitLabel={t('Replace the secret')}
      >
        <p>{t('For a while, messages are signed with both, so that you can change yours.')}</p>
      </FormPopup>
      <FormPopup
        action={route('team-webhook.destroy', params)}
        method="delete"
        errorBag={`remove-${id}`}
        triggerText={t('Remove')}
        triggerLabel={t('Remove {url}', { url })}
        title={t('Remove this webhook?')}
        submitLabel={t('Remove webhook')}
        tone="danger"
      >
        <p>{t('Its messages are deleted, including those still waiting.')}</p>
      </FormPopup>
    </>
  )
}
