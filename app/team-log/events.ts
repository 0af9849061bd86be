import type {
  DomainChange,
  TeamAttributes,
  TeamRequirements,
  WebhookChange,
} from '#app/teams/events.ts'

/**
 * The events in the log of a team. Each has `by`, and `performedBy` when the operator acts. `member` is the id of an
 * account, which means nothing once that is erased.
 */
export interface TeamLogEvents {
  /** The log did not end where the server had left it, after `events` events: it was modified from outside. */
  'log.broken': { events: number }
  /** The team's state, for a log from before every change was recorded. */
  'log.baseline': { found: TeamLogState }
  /** `member` is the owner, if the operator created it. */
  'team.created': TeamAttributes & { member?: string }
  'team.updated': { before: TeamAttributes; after: TeamAttributes }
  'team.picture-changed': { hasPicture: boolean }
  'team.requirements-changed': { before: TeamRequirements; after: TeamRequirements }
  /** The operator changed the limit; null means the default of the settings. */
  'team.seat-limit-changed': { before: number | null; after: number | null }
  'team.deletion-requested': { erasedAt: string }
  'team.deletion-cancelled': Record<string, never>
  /** The member accepted an invitation, or joined by a domain of the team. */
  'member.joined': { member: string; role: string; invitation?: string; domain?: string }
  'member.role-changed': { member: string; before: string; after: string }
  'member.left': { member: string; why: 'left' | 'removed' | 'erased' }
  /** `endsAt` is missing in older events. */
  'invitation.sent': { invitation: string; role: string; endsAt?: string }
  'invitation.sent-again': { invitation: string; endsAt?: string }
  /**
   * The invitation ended with the membership or the right of its sender, with the token that sent it, or with the account of
   * its address.
   */
  'invitation.ended': { invitation: string }
  'invitation.revoked': { invitation: string }
  'invitation.declined': { invitation: string }
  'handover.offered': { member: string; isShared: boolean }
  'handover.withdrawn': Record<string, never>
  'handover.accepted': { from: string; isShared: boolean }
  'webhook.changed': WebhookChange
  'domain.changed': DomainChange
  /** `name` is the token's. */
  'token.created': {
    token: string
    name: string
    permissions: readonly string[]
    expiresAt: string | null
  }
  /** `why` is missing when somebody asked for it. */
  'token.revoked': { token: string; name: string; why?: TokenEnd }
}

/** The member who created the token left, got a role that no longer permits it, or revoked the tokens of their account. */
export type TokenEnd = 'creator-left' | 'creator-lowered' | 'creator-secured'

/** A team at a moment. */
export interface TeamLogState extends TeamAttributes {
  hasPicture: boolean
  /** Null takes that of the settings. */
  seatLimit: number | null
  /** Null without a pending deletion. */
  erasedAt: string | null
  requirements: TeamRequirements
  /** By the id of the account. */
  members: Record<string, { role: string; joinedAt: string }>
  invitations: Record<string, { role: string; endsAt: string }>
  /** By name. */
  domains: Record<string, { isProved: boolean; isEnabled: boolean }>
}

export type TeamLogEventType = keyof TeamLogEvents
