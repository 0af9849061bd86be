import type { TeamPage } from '#app/teams/pages.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '#app/webhooks/pages.ts'

/** The part of `app/pages.ts` for webhooks of teams. */
export interface TeamWebhookPages {
  'Teams/Webhooks': TeamPage & {
    endpoints: WebhookEndpointRow[]
    maxEndpoints: number
    eventTypes: readonly string[]
    /** The messages of the last 30 days, the newest first. */
    messages: WebhookDeliveryRow[]
    olderHref: string | null
  }
}
