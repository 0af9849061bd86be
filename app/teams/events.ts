import type { TeamRole } from '#app/permissions.ts'
import type { Webhooks } from '#app/webhook-events.ts'

/** The events of teams in the account log of the member who acts, or who is concerned. `name` is the team's at that time. */
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

/** The log of the team reports these, see `app/team-log/webhook-events.ts`. */
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
