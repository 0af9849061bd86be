import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { Row, Table } from '#web/components/Table.tsx'
import { WebhookState } from '#web/components/WebhookState.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

export default function Webhooks({ endpoints }: Pages['Admin/Webhooks']) {
  const t = useTranslation()
  const columnTitles = [t('URL'), t('Events'), t('State')]
  return (
    <>
      <Head title={t('Webhooks')} />
      <div className="grid gap-2">
        <h1 className="heading">{t('Webhooks')}</h1>
        <p className="text-muted">
          {t('Signed messages to other systems. New endpoints are created on the command line.')}
        </p>
      </div>
      <Card title={t('Endpoints')}>
        {endpoints.length === 0 ? (
          <EmptyState icon={mail}>{t('No endpoint yet.')}</EmptyState>
        ) : (
          <Table caption={t('Endpoints')} columnTitles={columnTitles} compact>
            {endpoints.map((endpoint) => (
              <Row key={endpoint.id} columnTitles={columnTitles}>
                <Link
                  className="admin-account"
                  href={route('admin.webhook', { endpoint: endpoint.id })}
                >
                  <span translate="no">{endpoint.url}</span>
                </Link>
                <span className="wrap-anywhere" translate="no">
                  {endpoint.eventTypes.join(', ') || t('All events')}
                </span>
                <WebhookState endpoint={endpoint} />
              </Row>
            ))}
          </Table>
        )}
      </Card>
    </>
  )
}

Webhooks.layout = [[Member, { showsConfirmationBadge: true }], Admin]
