import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { WebhookSecret } from '#web/components/WebhookSecret.tsx'
import { WebhookState } from '#web/components/WebhookState.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

import { DeliveriesTable } from './Partials/DeliveriesTable.tsx'
import { WebhookActions } from './Partials/WebhookActions.tsx'

export default function Webhook(props: Pages['Admin/Webhook']) {
  const t = useTranslation()
  const { endpoint, deliveries, filter, nextBefore } = props
  const page = (query: object) => route('admin.webhook', { endpoint: endpoint.id, ...query })
  return (
    <>
      <Head title={t('Webhook endpoint')} />
      <WebhookSecret />
      <header className="page-heading">
        <div className="grid gap-2">
          <h1 className="admin-url wrap-anywhere" translate="no">
            {endpoint.url}
          </h1>
          <p className="text-muted">
            <WebhookState endpoint={endpoint} />
          </p>
        </div>
        <WebhookActions endpoint={endpoint} />
      </header>
      <Card title={filter === 'failed' ? t('Failed messages') : t('Messages')}>
        {deliveries.length === 0 ? (
          <EmptyState icon={mail}>{t('No messages.')}</EmptyState>
        ) : (
          <DeliveriesTable endpoint={endpoint} deliveries={deliveries} />
        )}
      </Card>
      <div className="form-actions">
        {filter === 'failed' ? (
          <ButtonLink href={page({})}>{t('Show all messages')}</ButtonLink>
        ) : (
          <ButtonLink href={page({ filter: 'failed' })}>{t('Show failed messages')}</ButtonLink>
        )}
        {nextBefore && (
          <ButtonLink href={page({ filter, before: nextBefore })}>{t('Next page')}</ButtonLink>
        )}
      </div>
    </>
  )
}

Webhook.layout = [[Member, { showsConfirmationBadge: true }], Admin]
