import type { TeamLogEventType } from './events.ts'

/** The title of each event type, in lists of events and in the CSV export. */
const eventTitles: Readonly<Record<TeamLogEventType, { title: string }>> = {
  'log.broken': { title: 'Log tampering detected' },
  'log.baseline': { title: 'State of the team recorded' },
  'team.created': { title: 'Team created' },
  'team.updated': { title: 'Team changed' },
  'team.picture-changed': { title: 'Picture changed' },
  'team.requirements-changed': { title: 'Requirements changed' },
  'team.seat-limit-changed': { title: 'Seat limit changed' },
  'team.deletion-requested': { title: 'Team deletion requested' },
  'team.deletion-cancelled': { title: 'Team deletion cancelled' },
  'member.joined': { title: 'Member joined' },
  'member.role-changed': { title: 'Role changed' },
  'member.left': { title: 'Member left' },
  'invitation.sent': { title: 'Invitation sent' },
  'invitation.sent-again': { title: 'Invitation sent again' },
  'invitation.revoked': { title: 'Invitation revoked' },
  'invitation.ended': { title: 'Invitation ended' },
  'invitation.declined': { title: 'Invitation declined' },
  'handover.offered': { title: 'Ownership offered' },
  'handover.withdrawn': { title: 'Offer withdrawn' },
  'handover.accepted': { title: 'Ownership transferred' },
  'token.created': { title: 'API token created' },
  'token.revoked': { title: 'API token revoked' },
  'domain.changed': { title: 'Domain changed' },
  'webhook.changed': { title: 'Webhook changed' },
}

const titlesByType = new Map<string, { title: string }>(Object.entries(eventTitles))

/** Falls back to a general title for types written by a newer version. */
export function teamEventTitle(type: string): string {
  return (titlesByType.get(type) ?? { title: 'Team changed' }).title
}
