import type { AccountEventType } from './account-events.ts'

interface EventTitle {
  title: string
  /** Marked in the histogram of Time Travel. */
  isSecurity?: true
}

/** The title of each event type, in lists of events, in searches and in the CSV export. */
const eventTitles: Readonly<Record<AccountEventType, EventTitle>> = {
  'account.created': { title: 'Account created' },
  'account.locked': { title: 'Account locked by the operator', isSecurity: true },
  'account.unlocked': { title: 'Account unlocked by the operator' },
  'account.leaving': { title: 'Account deletion requested' },
  'account.returned': { title: 'Account deletion cancelled' },
  'terms.accepted': { title: 'Terms accepted' },
  'record.began': { title: 'Event log protected from here on' },
  'record.broken': { title: 'Event log altered from outside', isSecurity: true },
  'address.verification-sent': { title: 'Link to confirm the email address sent' },
  'address.verified': { title: 'Email address confirmed' },
  'address-change.asked': { title: 'Email change requested', isSecurity: true },
  'address-change.sent-again': { title: 'Link to the new address sent again' },
  'address-change.withdrawn': { title: 'Email change cancelled' },
  'address.changed': { title: 'Email address changed', isSecurity: true },
  'address-change.undone': { title: 'Email change undone', isSecurity: true },
  'email-address.added': { title: 'Email address added', isSecurity: true },
  'email-address.removed': { title: 'Email address removed', isSecurity: true },
  'email-address.made-primary': { title: 'Email address made primary', isSecurity: true },
  'profile.updated': { title: 'Profile changed' },
  'profile.restored': { title: 'Profile restored' },
  'password.changed': { title: 'Password changed', isSecurity: true },
  'password.removed': { title: 'Password removed', isSecurity: true },
  'password.reset-requested': { title: 'Password reset requested' },
  'password.reset': { title: 'Password reset', isSecurity: true },
  'not-me.reported': { title: 'You secured your account from an email', isSecurity: true },
  'access.removed': { title: 'All other ways to sign in removed', isSecurity: true },
  'event.disowned': { title: 'You reported "This wasn\'t me"', isSecurity: true },
  'role.changed': { title: 'Role changed', isSecurity: true },
  'session.started': { title: 'New sign-in' },
  'session.confirmed': { title: "You confirmed it's you" },
  'session.renamed': { title: 'Device renamed' },
  'session.confirmation-ended': { title: 'Confirmation ended' },
  'session.ended': { title: 'Session ended' },
  'sign-in.refused': { title: 'Failed sign-in', isSecurity: true },
  'sign-in.unlocked': { title: 'Sign-in unlocked by email' },
  'data-export.requested': { title: 'Data export requested' },
  'data-export.downloaded': { title: 'Data export downloaded' },
  'passkey.added': { title: 'Passkey added', isSecurity: true },
  'passkey.renamed': { title: 'Passkey renamed' },
  'passkey.removed': { title: 'Passkey removed', isSecurity: true },
  'passkey.refused': { title: 'Passkey rejected: it may have been copied', isSecurity: true },
  'linked-account.added': { title: 'Account at a provider linked', isSecurity: true },
  'linked-account.changed': { title: 'Address of an account at a provider changed' },
  'linked-account.removed': { title: 'Account at a provider unlinked', isSecurity: true },
  'two-factor.enabled': { title: 'Two-factor authentication turned on', isSecurity: true },
  'two-factor.disabled': { title: 'Two-factor authentication turned off', isSecurity: true },
  'authenticator-app.added': { title: 'Authenticator app added', isSecurity: true },
  'authenticator-app.removed': { title: 'Authenticator app removed', isSecurity: true },
  'second-factor.preferred': { title: 'Default second factor changed' },
  'sign-in.stopped': { title: 'Sign-in stopped after the right password', isSecurity: true },
  'device.trusted': { title: 'Device trusted', isSecurity: true },
  'device.trust-copied': { title: 'A copy of a trusted device was used', isSecurity: true },
  'device.untrusted': { title: 'Device no longer trusted', isSecurity: true },
  'device-code.issued': { title: 'Sign-in code given by the operator', isSecurity: true },
  'recovery-codes.replaced': { title: 'New recovery codes created', isSecurity: true },
  'recovery-code.used': { title: 'Recovery code used', isSecurity: true },
  'support-access.requested': { title: 'Support asked to see your account', isSecurity: true },
  'support-access.approved': { title: 'You let support see your account', isSecurity: true },
  'support-access.declined': { title: 'You declined to let support see your account' },
  'support-access.page-opened': { title: 'Support opened a page of your account' },
  'support-access.ended': { title: 'Support access ended' },
  'recovery.requested': { title: 'Account recovery requested', isSecurity: true },
  'recovery.stopped': { title: 'Account recovery stopped', isSecurity: true },
  'recovery.completed': { title: 'Account recovered without the mailbox', isSecurity: true },
  'token.created': { title: 'API token created', isSecurity: true },
  'token.changed': { title: 'API token changed', isSecurity: true },
  'token.rotated': { title: 'API token rotated', isSecurity: true },
  'token.revoked': { title: 'API token revoked', isSecurity: true },
  'token.first-used': { title: 'API token used from a new network', isSecurity: true },
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
  'team.domain-changed': { title: 'Team domain changed' },
  'team.webhook-changed': { title: 'Team webhook changed' },
  'attributes.changed': { title: 'Details about you changed' },
  'photo.changed': { title: 'Photo changed' },
  'photo.removed': { title: 'Photo removed' },
}

const titlesByType = new Map<string, EventTitle>(Object.entries(eventTitles))

/** Falls back to a general title for types written by a newer version. */
export function eventTitle(type: string): string {
  return (titlesByType.get(type) ?? { title: 'Account changed' }).title
}

export const securityEventTypes: readonly string[] = [...titlesByType]
  .flatMap(([type, { isSecurity }]) => (isSecurity ? type : []))
  .toSorted()
