import type { TeamRole } from '#app/permissions.ts'
import type { Webhooks } from '#app/webhook-events.ts'

/** In the account log of the member who acts, or who is concerned. `name` is the team's then. */
export interface TeamEvents {
  'team.created': { team: string; name: string; slug: string }
  'team.updated': { team: string; before: TeamAttributes; after: TeamAttributes }
  'team.picture-changed': { team: string; name: string; hasPicture: boolean }
  'team.joined': { team: string; name: string; role: string }
  /** The account's own role. */
  'team.role-changed': { team: string; name: string; before: string; after: string }
  'team.left': { team: string; name: string; why: 'left' | 'removed' | 'deleted' }
  'team.member-invited': { team: string; name: string; role: TeamRole }
  'team.invitation-sent-again': { team: string; name: string }
  'team.invitation-revoked': { team: string; name: string }
  'team.member-changed': { team: string; name: string; before: string; after: string }
  'team.member-removed': { team: string; name: string }
  'team.handover-offered': { team: string; name: string; isShared: boolean }
  'team.handover-withdrawn': { team: string; name: string }
  'team.handed-over': { team: string; name: string; isShared: boolean }
  'team.requirements-changed': {
    team: string
    name: string
    before: TeamRequirements
    after: TeamRequirements
  }
  'team.deletion-requested': { team: string; name: string; erasedAt: string }
  'team.deletion-cancelled': { team: string; name: string }
  'team.webhook-changed': { team: string; name: string } & WebhookChange
  /** `token` is its name. */
  'team.token-created': { team: string; name: string; token: string }
  'team.token-revoked': { team: string; name: string; token: string }
  'team.domain-changed': { team: string; name: string } & DomainChange
}

export interface DomainChange {
  domain: string
  /** `lost`: its record is gone. */
  change: 'added' | 'proved' | 'enabled' | 'disabled' | 'removed' | 'lost'
}

/** `host` is that of its address. */
export interface WebhookChange {
  webhook: string
  host: string
  change: 'added' | 'removed' | 'enabled' | 'disabled' | 'secret-replaced'
}

export interface TeamAttributes {
  name: string
  slug: string
}

/** The conditions that a team sets for its members. */
export interface TeamRequirements {
  secondFactor: boolean
  /** Ways to sign in; empty for every one. */
  ways: readonly string[]
  /** Null without a limit. */
  maxSessionHours: number | null
}

/**
 * In the log of the team, with `by`, and `performedBy` when the operator acts. `member` is the id of an account, which means nothing
 * once that is erased.
 */
export interface TeamLogEvents {
  /** The log did not end where the server had left it, after `events` events: it was modified from outside. */
  'log.broken': { events: number }
  /** The state of a log from before every change of the team was in it. */
  'log.baseline': { found: TeamLogState }
  /** `member` is the owner, if the operator created it. */
  'team.created': TeamAttributes & { member?: string }
  'team.updated': { before: TeamAttributes; after: TeamAttributes }
  'team.picture-changed': { hasPicture: boolean }
  'team.requirements-changed': { before: TeamRequirements; after: TeamRequirements }
  /** By the operator; null takes that of the settings. */
  'team.seat-limit-changed': { before: number | null; after: number | null }
  'team.deletion-requested': { erasedAt: string }
  'team.deletion-cancelled': Record<string, never>
  /** By an invitation, or by a domain of the team. */
  'member.joined': { member: string; role: string; invitation?: string; domain?: string }
  'member.role-changed': { member: string; before: string; after: string }
  'member.left': { member: string; why: 'left' | 'removed' | 'erased' }
  /** `endsAt` is missing in older events. */
  'invitation.sent': { invitation: string; role: string; endsAt?: string }
  'invitation.sent-again': { invitation: string; endsAt?: string }
  /** With the membership or the right of its sender, with the token that sent it, or with the account of its address. */
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

/** The member who created the token left, got a role that no longer permits it, or secured their account. */
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

/** The log of the team reports these, see webhook-events.ts. */
export const teamWebhooks = {
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
  'team.token-created': null,
  'team.token-revoked': null,
  'team.webhook-changed': null,
  'team.domain-changed': null,
} as const satisfies Webhooks<TeamEvents>
