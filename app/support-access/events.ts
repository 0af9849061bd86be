import type { Webhooks } from '#app/webhook-events.ts'

/** `access` is the id of the request. Events of the administrator have the name and the reason in `performedBy`. */
export interface SupportAccessEvents {
  /** `endsAt`: when the link in the mail expires. */
  'support-access.requested': { access: string; endsAt: string }
  /** `name`: of the administrator. `endsAt`: unless it is ended before. */
  'support-access.approved': { access: string; name: string; endsAt: string }
  'support-access.declined': { access: string }
  /** The administrator opened a page of the account, whose path this is, with the query that the page knows. Once per access. */
  'support-access.page-opened': { access: string; path: string }
  /** `system`: it ended with the sessions of the account. */
  'support-access.ended': { access: string; by: 'person' | 'administrator' | 'system' }
}

export const supportAccessWebhooks = {
  'support-access.requested': null,
  'support-access.approved': null,
  'support-access.declined': null,
  'support-access.page-opened': null,
  'support-access.ended': null,
} as const satisfies Webhooks<SupportAccessEvents>
