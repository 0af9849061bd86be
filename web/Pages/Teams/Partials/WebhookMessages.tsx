import type { TeamHeader } from '#app/teams/pages.ts'
import type { WebhookDeliveryRow } from '#app/webhooks/pages.ts'
import { DeliveryState } from '#web/components/DeliveryState.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Form } from '#web/components/Form.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  team: TeamHeader
  messages: WebhookDeliveryRow[]
}

export function WebhookMessages({ team, messages }: Props) {
  const t = useTranslation()
  const hasActions = messages.some(mayBeSentAgain)
  const columnTitles = [t('Event'), t('State'), t('Time'), ...(hasActions ? [t('Actions')] : [])]
  if (messages.length === 0)
    return (
      <div className="card">
        <EmptyState icon={mail}>{t('No messages yet.')}</EmptyState>
      </div>
    )
  return (
    <div className="card">
      <Table caption={t('Messages of the webhooks')} columnTitles={columnTitles} compact>
        {messages.map((message) => (
          <Row key={message.id} columnTitles={columnTitles}>
            <span className="grid" translate="no">
              <span>{message.type}</span>
              <span className="text-muted text-13 wrap-anywhere">{message.url}</span>
            </span>
            <DeliveryState {...message} />
            <RelativeTime at={message.createdAt} />
            <div className="row-actions">
              {mayBeSentAgain(message) && <SendAgain team={team} {...message} />}
            </div>
          </Row>
        ))}
      </Table>
    </div>
  )
}

function mayBeSentAgain({ status }: WebhookDeliveryRow): boolean {
  return status !== 'pending'
}

function SendAgain({ team, id, type }: { team: TeamHeader } & WebhookDeliveryRow) {
  const t = useTranslation()
  return (
    <Form
      action={route('team-webhook-message.replay', { team: team.slug, message: id })}
      errorBag={`replay-${id}`}
    >
      <button
        type="submit"
        className="link-button"
        aria-label={t('Send the message {type} again', { type })}
      >
        {t('Send again')}
      </button>
    </Form>
  )
}
