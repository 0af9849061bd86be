import { uuidPattern, webhookMessagePattern } from '#app/route-patterns.ts'
import type { Route } from '#app/routes.ts'

/** The part of `app/routes.ts` for webhooks of teams. */
export const teamWebhookRouteTable = {
  'team-webhooks.index': {
    method: 'GET',
    path: '/t/{team}/webhooks',
    access: 'team',
    permission: 'webhooks.manage',
  },
  'team-webhooks.store': {
    method: 'POST',
    path: '/t/{team}/webhooks',
    access: 'team',
    permission: 'webhooks.manage',
    confirmation: 'sensitive',
    formPage: '/t/{team}/webhooks',
  },
  'team-webhook.update': {
    method: 'PUT',
    path: '/t/{team}/webhooks/{webhook}',
    access: 'team',
    permission: 'webhooks.manage',
    formPage: '/t/{team}/webhooks',
    where: { webhook: uuidPattern },
  },
  'team-webhook.destroy': {
    method: 'DELETE',
    path: '/t/{team}/webhooks/{webhook}',
    access: 'team',
    permission: 'webhooks.manage',
    formPage: '/t/{team}/webhooks',
    where: { webhook: uuidPattern },
  },
  'team-webhook-secret.store': {
    method: 'POST',
    path: '/t/{team}/webhooks/{webhook}/secret',
    access: 'team',
    permission: 'webhooks.manage',
    confirmation: 'sensitive',
    formPage: '/t/{team}/webhooks',
    where: { webhook: uuidPattern },
  },
  'team-webhook-message.replay': {
    method: 'POST',
    path: '/t/{team}/webhook-messages/{message}',
    access: 'team',
    permission: 'webhooks.manage',
    formPage: '/t/{team}/webhooks',
    where: { message: webhookMessagePattern },
  },
} as const satisfies Record<string, Route>
