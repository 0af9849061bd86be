import { type Message, msg, type Translator } from '@foyer/i18n'

import type { TeamLogEventType } from '#app/team-log/events.ts'

const titles: Record<TeamLogEventType, Message> = {
  'log.broken': msg('Log tampering detected'),
  'log.baseline': msg('State of the team recorded'),
  'team.created': msg('Team created'),
  'team.updated': msg('Team changed'),
  'team.picture-changed': msg('Picture changed'),
  'team.requirements-changed': msg('Requirements changed'),
  'team.seat-limit-changed': msg('Seat limit changed'),
  'team.deletion-requested': msg('Team deletion requested'),
  'team.deletion-cancelled': msg('Team deletion cancelled'),
  'member.joined': msg('Member joined'),
  'member.role-changed': msg('Role changed'),
  'member.left': msg('Member left'),
  'invitation.sent': msg('Invitation sent'),
  'invitation.sent-again': msg('Invitation sent again'),
  'invitation.revoked': msg('Invitation revoked'),
  'invitation.ended': msg('Invitation ended'),
  'invitation.declined': msg('Invitation declined'),
  'handover.offered': msg('Ownership offered'),
  'handover.withdrawn': msg('Offer withdrawn'),
  'handover.accepted': msg('Ownership transferred'),
  'token.created': msg('API token created'),
  'token.revoked': msg('API token revoked'),
  'domain.changed': msg('Domain changed'),
  'webhook.changed': msg('Webhook changed'),
}

const titlesByType = new Map<string, Message>(Object.entries(titles))

/** Falls back to a general title for types written by a newer version. */
export function teamEventTitle(t: Translator, type: string): string {
  return t(titlesByType.get(type) ?? msg('Team changed'))
}
