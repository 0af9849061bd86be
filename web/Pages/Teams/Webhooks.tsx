import { Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { Section } from '#web/components/Section.tsx'
import { WebhookSecret } from '#web/components/WebhookSecret.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'

import { AddWebhookForm } from './Partials/AddWebhookForm.tsx'
import { TeamFrame } from './Partials/TeamFrame.tsx'
import { WebhookMessages } from './Partials/WebhookMessages.tsx'
import { WebhookTable } from './Partials/WebhookTable.tsx'

export default function Webhooks(props: Pages['Teams/Webhooks']) {
  const t = useTranslation()
  const { team, endpoints, maxEndpoints, eventTypes, messages, olderHref } = props
  return (
    <TeamFrame team={team} current="webhooks">
      <Section
        id="webhooks"
        title={t('Webhooks')}
        description={t('Another system gets a signed message about what happens in the team.')}
        wide
      >
        <WebhookSecret />
        {endpoints.length > 0 ? (
          <WebhookTable team={team} endpoints={endpoints} />
        ) : (
          <div className="card">
            <EmptyState icon={mail}>{t('No webhook yet.')}</EmptyState>
          </div>
        )}
      </Section>
      {endpoints.length < maxEndpoints && (
        <Section id="add" title={t('Add a webhook')}>
          <AddWebhookForm key={endpoints.length} team={team} eventTypes={eventTypes} />
        </Section>
      )}
      {endpoints.length > 0 && (
        <Section
          id="messages"
          title={t('Messages')}
          description={t('Recent messages, the newest first.')}
          wide
        >
          <WebhookMessages team={team} messages={messages} />
          {olderHref && (
            <p>
              <Link href={olderHref}>{t('Older messages')}</Link>
            </p>
          )}
        </Section>
      )}
    </TeamFrame>
  )
}

Webhooks.layout = [[Member, { showsConfirmationBadge: true }]]
