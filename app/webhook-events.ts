import type { AccountEvents, AccountEventType } from './account-events.ts'
import { teamWebhookTypes } from './teams/webhook-events.ts'

/** The events of an account that webhooks report. docs/webhooks.md describes each. */
export const accountWebhookTypes = [
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
  'two_factor.enabled',
  'two_factor.disabled',
  'passkey.added',
  'passkey.removed',
  'linked_account.added',
  'linked_account.removed',
  'email_address.added',
  'email_address.removed',
  'api_token.created',
  'api_token.revoked',
] as const

export type AccountWebhookType = (typeof accountWebhookTypes)[number]

export const webhookTypes = [...accountWebhookTypes, ...teamWebhookTypes]

type WebhookData = Record<string, string | number | boolean | null | readonly string[]>

interface WebhookMapping<Type extends AccountEventType> {
  type: AccountWebhookType
  /** The fields beside the account's id. Never a secret, an IP address or a user agent. */
  data(data: AccountEvents[Type]): WebhookData
}

const noData = (): WebhookData => ({})

/** The webhook event for each account event; null for none. Ids are the public ones that the API shows. */
export const webhookByEvent: { [Type in AccountEventType]: WebhookMapping<Type> | null } = {
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
  // Attributes are left out; receivers read them by API.
  'attributes.changed': { type: 'user.updated', data: () => ({ changed: ['attributes'] }) },
  'notification-settings.changed': null,
  'support-access.requested': null,
  'support-access.approved': null,
  'support-access.declined': null,
  'support-access.page-opened': null,
  'support-access.ended': null,
  'recovery.requested': null,
  'recovery.stopped': null,
  // The address and the password that these set are events of their own.
  'recovery.completed': null,
  'email-address.made-primary': null,
  'photo.changed': { type: 'user.updated', data: () => ({ changed: ['photo'] }) },
  'photo.removed': { type: 'user.updated', data: () => ({ changed: ['photo'] }) },
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
  'two-factor.enabled': { type: 'two_factor.enabled', data: noData },
  'two-factor.disabled': { type: 'two_factor.disabled', data: noData },
  'passkey.added': { type: 'passkey.added', data: ({ passkey }) => ({ passkey_id: passkey }) },
  'passkey.removed': { type: 'passkey.removed', data: ({ passkey }) => ({ passkey_id: passkey }) },
  'linked-account.added': {
    type: 'linked_account.added',
    data: ({ account, provider }) => ({ linked_account_id: account, provider }),
  },
  'linked-account.changed': null,
  'linked-account.removed': {
    type: 'linked_account.removed',
    data: ({ account, provider }) => ({ linked_account_id: account, provider }),
  },
  'email-address.added': {
    type: 'email_address.added',
    data: ({ address }) => ({ email_address_id: address }),
  },
  'email-address.removed': {
    type: 'email_address.removed',
    data: ({ address }) => ({ email_address_id: address }),
  },
  'token.created': { type: 'api_token.created', data: ({ token }) => ({ api_token_id: token }) },
  'token.revoked': {
    type: 'api_token.revoked',
    data: ({ token, why }) => ({ api_token_id: token, reason: why }),
  },

  // The log of the team reports these: app/teams/webhook-events.ts.
  'team.created': null,
  'team.updated': null,
  'team.picture-changed': null,
  'team.joined': null,
  'team.role-changed': null,
  'team.left': null,
  'team.member-invited': null,
  'team.invitation-sent-again': null,
  'team.invitation-revoked': null,
  'team.member-changed': null,
  'team.member-removed': null,
  'team.handover-offered': null,
  'team.handover-withdrawn': null,
  'team.handed-over': null,
  'team.requirements-changed': null,
  'team.deletion-requested': null,
  'team.deletion-cancelled': null,
  'team.webhook-changed': null,
  'team.token-created': null,
  'team.token-revoked': null,
  'team.domain-changed': null,
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
  'sign-in.stopped': null,
  'sign-in.unlocked': null,
  'data-export.requested': null,
  'data-export.downloaded': null,
  'passkey.renamed': null,
  'passkey.refused': null,
  'authenticator-app.added': null,
  'authenticator-app.removed': null,
  'second-factor.preferred': null,
  'recovery-codes.replaced': null,
  'recovery-code.used': null,
  'device-code.issued': null,
  'device.trusted': null,
  'device.trust-copied': null,
  'device.untrusted': null,
  'token.changed': null,
  'token.rotated': null,
  'token.first-used': null,
}

/** The names of the changed fields; their new values are in `user`. */
function changedFields({ before, after }: { before: object; after: object }): WebhookData {
  const previous = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([field, value]) => previous.get(field) !== value)
  return { changed: changed.map(([field]) => field) }
}
