import type { AccountEventType } from './account-events.ts'

interface EventTitle {
  title: string
  /**
   * Marked in the histogram of Time Travel. `ends-trust` also revokes all trusted devices; `keeps-trust` is for events that
   * strangers can cause, or that grant no access.
   */
  security?: 'ends-trust' | 'keeps-trust'
}

/** The title of each event type, in lists of events, in searches and in the CSV export. */
const eventTitles: Readonly<Record<AccountEventType, EventTitle>> = {
  'account.created': { title: 'Account created' },
  'account.locked': { title: 'Account locked by the operator', security: 'ends-trust' },
  'account.unlocked': { title: 'Account unlocked by the operator' },
  'account.leaving': { title: 'Account deletion requested' },
  'account.returned': { title: 'Account deletion cancelled' },
  'terms.accepted': { title: 'Terms accepted' },
  'record.began': { title: 'Event log protected from here on' },
  'record.broken': { title: 'Event log altered from outside', security: 'keeps-trust' },
  'address.verification-sent': { title: 'Link to confirm the email address sent' },
  'address.verified': { title: 'Email address confirmed' },
  'address-change.asked': { title: 'Email change requested', security: 'keeps-trust' },
  'address-change.sent-again': { title: 'Link to the new address sent again' },
  'address-change.withdrawn': { title: 'Email change cancelled' },
  'address.changed': { title: 'Email address changed', security: 'ends-trust' },
  'address-change.undone': { title: 'Email change undone', security: 'ends-trust' },
  'profile.updated': { title: 'Profile changed' },
  'profile.restored': { title: 'Profile restored' },
  'password.changed': { title: 'Password changed', security: 'ends-trust' },
  'password.removed': { title: 'Password removed', security: 'ends-trust' },
  'password.reset-requested': { title: 'Password reset requested' },
  'password.reset': { title: 'Password reset', security: 'ends-trust' },
  'not-me.reported': { title: 'You secured your account from an email', security: 'ends-trust' },
  'access.removed': { title: 'All other ways to sign in removed', security: 'ends-trust' },
  'event.disowned': { title: 'You reported "This wasn\'t me"', security: 'ends-trust' },
  'role.changed': { title: 'Role changed', security: 'ends-trust' },
  'session.started': { title: 'New sign-in' },
  'session.confirmed': { title: "You confirmed it's you" },
  'session.renamed': { title: 'Device renamed' },
  'session.confirmation-ended': { title: 'Confirmation ended' },
  'session.ended': { title: 'Session ended' },
  'sign-in.refused': { title: 'Failed sign-in', security: 'keeps-trust' },
  'sign-in.unlocked': { title: 'Sign-in unlocked by email' },
  'data-export.requested': { title: 'Data export requested' },
  'data-export.downloaded': { title: 'Data export downloaded' },
  'passkey.added': { title: 'Passkey added', security: 'ends-trust' },
  'passkey.renamed': { title: 'Passkey renamed' },
  'passkey.removed': { title: 'Passkey removed', security: 'ends-trust' },
  'passkey.refused': { title: 'Passkey rejected: it may have been copied', security: 'ends-trust' },
  'linked-account.added': { title: 'Account at a provider linked', security: 'ends-trust' },
  'linked-account.changed': { title: 'Address of an account at a provider changed' },
  'linked-account.removed': { title: 'Account at a provider unlinked', security: 'ends-trust' },
  'two-factor.enabled': { title: 'Two-factor authentication turned on', security: 'ends-trust' },
  'two-factor.disabled': { title: 'Two-factor authentication turned off', security: 'ends-trust' },
  'authenticator-app.added': { title: 'Authenticator app added', security: 'ends-trust' },
  'authenticator-app.removed': { title: 'Authenticator app removed', security: 'ends-trust' },
  'second-factor.preferred': { title: 'Default second factor changed' },
  'sign-in.stopped': { title: 'Sign-in stopped after the right password', security: 'keeps-trust' },
  'device-code.issued': { title: 'Sign-in code given by the operator', security: 'keeps-trust' },
  'recovery-codes.replaced': { title: 'New recovery codes created', security: 'ends-trust' },
  'recovery-code.used': { title: 'Recovery code used', security: 'keeps-trust' },
  'device.trusted': { title: 'Device trusted', security: 'keeps-trust' },
  'device.trust-copied': { title: 'A copy of a trusted device was used', security: 'ends-trust' },
  'device.untrusted': { title: 'Device no longer trusted', security: 'keeps-trust' },
  'email-address.added': { title: 'Email address added', security: 'ends-trust' },
  'email-address.removed': { title: 'Email address removed', security: 'ends-trust' },
  'email-address.made-primary': { title: 'Email address made primary', security: 'ends-trust' },
  'support-access.requested': {
    title: 'Support asked to see your account',
    security: 'keeps-trust',
  },
  'support-access.approved': { title: 'You let support see your account', security: 'keeps-trust' },
  'support-access.declined': { title: 'You declined to let support see your account' },
  'support-access.page-opened': { title: 'Support opened a page of your account' },
  'support-access.ended': { title: 'Support access ended' },
  'recovery.requested': { title: 'Account recovery requested', security: 'keeps-trust' },
  'recovery.stopped': { title: 'Account recovery stopped', security: 'ends-trust' },
  'recovery.completed': { title: 'Account recovered without the mailbox', security: 'ends-trust' },
  'token.created': { title: 'API token created', security: 'keeps-trust' },
  'token.changed': { title: 'API token changed', security: 'keeps-trust' },
  'token.rotated': { title: 'API token rotated', security: 'keeps-trust' },
  'token.revoked': { title: 'API token revoked', security: 'keeps-trust' },
  'token.first-used': { title: 'API token used from a new network', security: 'keeps-trust' },
  'notification-settings.changed': { title: 'Notification settings changed' },
  'team.created': { title: 'Team created' },
  'team.updated': { title: 'Team changed' },
  'team.picture-changed': { title: 'Team picture changed' },
  'team.joined': { title: 'Team joined' },
  'team.role-changed': { title: 'Your role in a team changed' },
  'team.left': { title: 'No longer a member of a team' },
  'team.member-invited': { title: 'Someone invited to a team' },
  'team.invitation-sent-again': { title: 'Invitation to a team sent again' },
  'team.invitation-revoked': { title: 'Invitation to a team revoked' },
  'team.member-changed': { title: "A team member's role changed" },
  'team.member-removed': { title: 'A team member removed' },
  'team.handover-offered': { title: 'Team ownership offered' },
  'team.handover-withdrawn': { title: 'Team ownership offer withdrawn' },
  'team.handed-over': { title: 'Team ownership transferred' },
  'team.requirements-changed': { title: 'Team requirements changed' },
  'team.deletion-requested': { title: 'Team deletion requested' },
  'team.deletion-cancelled': { title: 'Team deletion cancelled' },
  'team.token-created': { title: 'API token of a team created' },
  'team.token-revoked': { title: 'API token of a team revoked' },
  'team.domain-changed': { title: 'Team domain changed' },
  'team.webhook-changed': { title: 'Team webhook changed' },
  'attributes.changed': { title: 'Details about you changed' },
  'photo.changed': { title: 'Photo changed' },
  'photo.removed': { title: 'Photo removed' },
}

export const titlesByType = new Map<string, EventTitle>(Object.entries(eventTitles))

/** Falls back to a general title for types written by a newer version. */
export function eventTitle(type: string): string {
  return (titlesByType.get(type) ?? { title: 'Account changed' }).title
}

export const securityEventTypes: readonly string[] = [...titlesByType]
  .flatMap(([type, { security }]) => (security ? type : []))
  .toSorted()
