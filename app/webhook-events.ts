import { type AccountEvents, type CoreEventType, featureWebhooks } from './account-events.ts'
import { teamWebhookTypes } from './team-log/webhook-events.ts'

type WebhookData = Record<string, string | number | boolean | null | readonly string[]>

/** The webhook event for each account event; null for none. Ids are the public ones that the API shows. */
export type Webhooks<Events, WebhookType extends string = string> = {
  [Type in keyof Events]: {
    type: WebhookType
    /** The fields beside the account's id. Never a secret, an IP address or a user agent. */
    data(data: Events[Type]): WebhookData
  } | null
}

/** In the order in which they are offered. docs/webhooks.md describes each. */
const coreWebhookTypes = [
  'user.created',
  'user.updated',
  'user.locked',
  'user.unlocked',
  'user.role_changed',
  'user.deletion_requested',
  'user.deletion_cancelled',
  'user.deleted',
  'user.takeover_reported',
  'session.created',
  'session.ended',
  'password.changed',
  'password.removed',
] as const

const noData = (): WebhookData => ({})

const coreWebhooks: Webhooks<
  Pick<AccountEvents, CoreEventType>,
  (typeof coreWebhookTypes)[number]
> = {
  'account.created': { type: 'user.created', data: noData },
  'account.locked': { type: 'user.locked', data: noData },
  'account.unlocked': { type: 'user.unlocked', data: noData },
  'role.changed': { type: 'user.role_changed', data: ({ after }) => ({ role: after }) },
  'account.leaving': {
    type: 'user.deletion_requested',
    data: ({ erasedAt }) => ({ deleted_at: erasedAt }),
  },
  'account.returned': { type: 'user.deletion_cancelled', data: noData },
  'not-me.reported': { type: 'user.takeover_reported', data: noData },
  'event.disowned': { type: 'user.takeover_reported', data: noData },
  'profile.updated': { type: 'user.updated', data: changedFields },
  'profile.restored': { type: 'user.updated', data: changedFields },
  'address.verification-sent': null,
  'address.verified': { type: 'user.updated', data: () => ({ changed: ['email_verified_at'] }) },
  'address.changed': { type: 'user.updated', data: () => ({ changed: ['email'] }) },
  'address-change.undone': { type: 'user.updated', data: () => ({ changed: ['email'] }) },
  'session.started': {
    type: 'session.created',
    data: ({ session, method, remembered }) => ({ session_id: session, method, remembered }),
  },
  'session.ended': {
    type: 'session.ended',
    data: ({ session, why }) => ({ session_id: session, reason: why }),
  },
  'password.changed': { type: 'password.changed', data: noData },
  'password.reset': { type: 'password.changed', data: noData },
  'password.removed': { type: 'password.removed', data: noData },
  'access.removed': { type: 'password.removed', data: noData },
  'record.broken': null,
  'record.began': null,
  'terms.accepted': null,
  'session.confirmed': null,
  'session.confirmation-ended': null,
  'session.renamed': null,
  'address-change.asked': null,
  'address-change.sent-again': null,
  'address-change.withdrawn': null,
  'password.reset-requested': null,
  'sign-in.refused': null,
  'sign-in.unlocked': null,
  'data-export.requested': null,
  'data-export.downloaded': null,
}

export const webhookByEvent: Webhooks<AccountEvents> = { ...coreWebhooks, ...featureWebhooks() }

const featureWebhookTypes = Object.values(featureWebhooks()).flatMap(
  (webhook) => webhook?.type ?? [],
)

/** The types that webhooks report. Several events may have the same one. */
export const webhookTypes: readonly string[] = [
  ...new Set([...coreWebhookTypes, ...featureWebhookTypes]),
  ...teamWebhookTypes,
]

/** The names of the changed fields; their new values are in `user`. */
function changedFields({ before, after }: { before: object; after: object }): WebhookData {
  const previous = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([field, value]) => previous.get(field) !== value)
  return { changed: changed.map(([field]) => field) }
}
