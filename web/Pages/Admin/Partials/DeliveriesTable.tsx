import type { Pages } from '#app/pages.ts'
import { DeliveryState } from '#web/components/DeliveryState.tsx'
import { Form } from '#web/components/Form.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

type Props = Pick<Pages['Admin/Webhook'], 'endpoint' | 'deliveries'>

export function DeliveriesTable({ endpoint, deliveries }: Props) {
  const t = useTranslation()
  const columnTitles = [t('Event'), t('State'), t('Time'), t('Actions')]
  return (
    <Table caption={t('Messages')} columnTitles={columnTitles} compact>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} columnTitles={columnTitles}>
          <code className="mono" translate="no">
            {delivery.type}
          </code>
          <DeliveryState {...delivery} />
          <RelativeTime at={delivery.createdAt} />
          <div className="row-actions">
            {delivery.status !== 'pending' && endpoint.disabledAt === null && (
              <Form
                action={route('admin.webhook.replay', {
                  endpoint: endpoint.id,
                  delivery: delivery.id,
                })}
                errorBag={`replay-${delivery.id}`}
              >
                <button
                  type="submit"
                  className="link-button"
                  aria-label={t('Send the message {type} again', { type: delivery.type })}
                >
                  {t('Send again')}
                </button>
              </Form>
            )}
          </div>
        </Row>
      ))}
    </Table>
  )
}
