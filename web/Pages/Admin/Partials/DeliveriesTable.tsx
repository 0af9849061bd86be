import { msg, type Message } from '@foyer/i18n'

import type { Pages } from '#app/pages.ts'
import { Form } from '#web/components/Form.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

type Props = Pick<Pages['Admin/Webhook'], 'endpoint' | 'deliveries'>

const statusLabels: Readonly<Record<Props['deliveries'][number]['status'], Message>> = {
  pending: msg('Waits'),
  delivered: msg('Delivered'),
  failed: msg('Failed for good'),
}

export function DeliveriesTable({ endpoint, deliveries }: Props) {
  const t = useTranslation()
  const columnTitles = [t('Event'), t('State'), t('Error'), t('Created'), '']
  return (
    <Table caption={t('Messages')} columnTitles={columnTitles}>
      {deliveries.map(({ id, type, status, attempts, lastError, createdAt }) => (
        <Row key={id} columnTitles={columnTitles}>
          <code className="mono" translate="no">
            {type}
          </code>
          <span>
            {t(statusLabels[status])}
            {' · '}
            {t.n(attempts, 'One attempt', '{count} attempts')}
          </span>
          <span className="wrap-anywhere" translate="no">
            {(status !== 'delivered' && lastError) || '–'}
          </span>
          <RelativeTime at={createdAt} />
          {status !== 'pending' && endpoint.disabledAt === null ? (
            <Form
              action={route('admin.webhook.replay', { endpoint: endpoint.id, delivery: id })}
              errorBag={`replay-${id}`}
            >
              <button
                type="submit"
                className="button"
                aria-label={t('Send the message {type} again', { type })}
              >
                {t('Send again')}
              </button>
            </Form>
          ) : (
            <span>–</span>
          )}
        </Row>
      ))}
    </Table>
  )
}
