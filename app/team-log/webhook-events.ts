import type { TeamLogEvents, TeamLogEventType } from './events.ts'

/** The events of a team that webhooks report, those of the team itself included. */
export const teamWebhookTypes = [
  'team.created',
  'team.updated',
  'team.picture_changed',
  'team.requirements_changed',
  'team.deletion_requested',
  'team.deletion_cancelled',
  'team.deleted',
  'team_member.joined',
  'team_member.role_changed',
  'team_member.left',
  'team_invitation.sent',
  'team_invitation.revoked',
  'team_invitation.declined',
  'team_ownership.offered',
  'team_ownership.withdrawn',
  'team_ownership.accepted',
  'team_token.created',
  'team_token.revoked',
] as const

export type TeamWebhookType = (typeof teamWebhookTypes)[number]

interface TeamReport<Type extends TeamLogEventType> {
  type: TeamWebhookType
  /** The fields beside the ids of the team and of the member who acted. Never a name or an address of a person. */
  data(
    data: TeamLogEvents[Type],
  ): Record<string, string | number | boolean | null | readonly string[]>
}

const invitationId = ({ invitation }: { invitation: string }) => ({ invitation_id: invitation })

const tokenId = ({ token }: { token: string }) => ({ team_token_id: token })

/** The webhook event for each event in the log of a team; null for none. */
export const teamWebhookReports: { [Type in TeamLogEventType]: TeamReport<Type> | null } = {
  'team.created': { type: 'team.created', data: ({ name, slug }) => ({ name, slug }) },
  'team.updated': {
    type: 'team.updated',
    data: ({ before, after }) => ({
      changed: (['name', 'slug'] as const).filter((field) => before[field] !== after[field]),
      name: after.name,
      slug: after.slug,
    }),
  },
  'team.picture-changed': {
    type: 'team.picture_changed',
    data: ({ hasPicture }) => ({ has_picture: hasPicture }),
  },
  'team.requirements-changed': {
    type: 'team.requirements_changed',
    data: ({ after: { secondFactor, ways, maxSessionHours } }) => ({
      second_factor: secondFactor,
      sign_in_ways: ways,
      max_session_hours: maxSessionHours,
    }),
  },
  'team.deletion-requested': {
    type: 'team.deletion_requested',
    data: ({ erasedAt }) => ({ deleted_at: erasedAt }),
  },
  'team.deletion-cancelled': { type: 'team.deletion_cancelled', data: () => ({}) },
  'member.joined': {
    type: 'team_member.joined',
    data: ({ member, role }) => ({ member_id: member, role }),
  },
  'member.role-changed': {
    type: 'team_member.role_changed',
    data: ({ member, after }) => ({ member_id: member, role: after }),
  },
  'member.left': {
    type: 'team_member.left',
    data: ({ member, why }) => ({ member_id: member, reason: why }),
  },
  'invitation.sent': {
    type: 'team_invitation.sent',
    data: ({ invitation, role }) => ({ ...invitationId({ invitation }), role }),
  },
  'invitation.sent-again': null,
  'invitation.revoked': { type: 'team_invitation.revoked', data: invitationId },
  'invitation.ended': { type: 'team_invitation.revoked', data: invitationId },
  'invitation.declined': { type: 'team_invitation.declined', data: invitationId },
  'handover.offered': {
    type: 'team_ownership.offered',
    data: ({ member, isShared }) => ({ member_id: member, shared: isShared }),
  },
  'handover.withdrawn': { type: 'team_ownership.withdrawn', data: () => ({}) },
  'handover.accepted': {
    type: 'team_ownership.accepted',
    data: ({ from, isShared }) => ({ from_member_id: from, shared: isShared }),
  },
  'token.created': {
    type: 'team_token.created',
    data: ({ token, permissions, expiresAt }) => ({
      ...tokenId({ token }),
      permissions,
      expires_at: expiresAt,
    }),
  },
  'token.revoked': { type: 'team_token.revoked', data: tokenId },
  'team.seat-limit-changed': null,
  'webhook.changed': null,
  'domain.changed': null,
  'log.broken': null,
  'log.baseline': null,
}
