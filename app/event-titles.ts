import { type AccountEvents, featureEventTitles } from './account-events.ts'

export type EventTitles<Events> = Readonly<Record<keyof Events, EventTitle>>

interface EventTitle {
  title: string
  /** Marked in the histogram of Time Travel. */
  isSecurity?: true
}

/** The title of each event type, in lists of events, in searches and in the CSV export. */
const eventTitles: EventTitles<AccountEvents> = {
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
  ...featureEventTitles,
}

const titlesByType = new Map<string, EventTitle>(Object.entries(eventTitles))

/** Falls back to a general title for types written by a newer version. */
export function eventTitle(type: string): string {
  return (titlesByType.get(type) ?? { title: 'Account changed' }).title
}

export const securityEventTypes: readonly string[] = [...titlesByType]
  .flatMap(([type, { isSecurity }]) => (isSecurity ? type : []))
  .toSorted()
