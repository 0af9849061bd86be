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
  'address.verified': { title: 'Email address confirmed' },
  'address-change.asked': { title: 'Email change requested', isSecurity: true },
  'address-change.sent-again': { title: 'Link to the new address sent again' },
  'address-change.withdrawn': { title: 'Email change cancelled' },
  'address.changed': { title: 'Email address changed', isSecurity: true },
  'address-change.undone': { title: 'Email change undone', isSecurity: true },
  'profile.updated': { title: 'Profile changed' },
  'profile.restored': { title: 'Profile restored' },
  'password.changed': { title: 'Password changed', isSecurity: true },
  'password.reset-requested': { title: 'Password reset requested' },
  'password.reset': { title: 'Password reset', isSecurity: true },
  'not-me.reported': { title: 'You secured your account from an email', isSecurity: true },
  'access.removed': { title: 'All other ways to sign in removed', isSecurity: true },
  'event.disowned': { title: 'You reported "This wasn\'t me"', isSecurity: true },
  'session.started': { title: 'New sign-in' },
  'session.confirmed': { title: "You confirmed it's you" },
  'session.renamed': { title: 'Device renamed' },
  'session.confirmation-ended': { title: 'Confirmation ended' },
  'session.ended': { title: 'Session ended' },
  'sign-in.refused': { title: 'Failed sign-in', isSecurity: true },
  'data-export.requested': { title: 'Data export requested' },
  'data-export.downloaded': { title: 'Data export downloaded' },
  'passkey.added': { title: 'Passkey added', isSecurity: true },
  'passkey.renamed': { title: 'Passkey renamed' },
  'passkey.removed': { title: 'Passkey removed', isSecurity: true },
  'passkey.refused': { title: 'Passkey rejected: it may have been copied', isSecurity: true },
  'linked-account.added': { title: 'Account at a provider linked', isSecurity: true },
  'linked-account.removed': { title: 'Account at a provider unlinked', isSecurity: true },
  'two-factor.enabled': { title: 'Two-factor authentication turned on', isSecurity: true },
  'two-factor.disabled': { title: 'Two-factor authentication turned off', isSecurity: true },
  'sign-in.stopped': { title: 'Sign-in stopped at the second factor', isSecurity: true },
  'recovery-codes.replaced': { title: 'New recovery codes created', isSecurity: true },
  'recovery-code.used': { title: 'Recovery code used', isSecurity: true },
  'token.created': { title: 'API token created', isSecurity: true },
  'token.changed': { title: 'API token changed', isSecurity: true },
  'token.rotated': { title: 'API token rotated', isSecurity: true },
  'token.revoked': { title: 'API token revoked', isSecurity: true },
  'token.first-used': { title: 'API token used from a new network', isSecurity: true },
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
