import type { AttributeValue } from '#app/attributes.ts'
import type { AttributeInfo } from '#app/custom-attributes/pages.ts'
import type { TeamPermission, TeamRole } from '#app/permissions.ts'
import type { TeamLogRow } from '#app/team-log/pages.ts'

/** The part of `app/pages.ts` for teams. */
export interface TeamPages {
  'Teams/Index': {
    teams: TeamListItem[]
    maxOwned: number
    /** Open ones to the addresses of the account. */
    invitations: OwnInvitation[]
    /** By the domain of a proved address. */
    joinable: JoinableTeam[]
  }
  'Teams/Create': { slugRules: SlugRules }
  'Teams/Show': TeamPage & {
    memberCount: number
    seats: number
    memberSince: string
    /** The longest-standing ones. */
    members: TeamMemberRow[]
    /** Null for members who may not invite. */
    openInvitations: number | null
    /** The newest ones; null for members who may not see the log. */
    teamEvents: TeamLogRow[] | null
    requirements: RequirementProps
  }
  'Teams/Members': TeamPage & {
    members: TeamMemberRow[]
    memberCount: number
    seats: number
    /** The next page of members; null on the last one. */
    nextHref: string | null
    /** Those that members see of each other. */
    attributes: AttributeInfo[]
    /** Their values, by the id of the member. */
    attributeValues: Record<string, Record<string, AttributeValue | null>>
    /** Null for members who may not invite. */
    invitations: TeamInvitationRow[] | null
    /** The roles that this member may give. */
    assignableRoles: TeamRole[]
    invitationDays: number
  }
  'Teams/Settings': TeamPage & {
    slugRules: SlugRules
    /** A POST to `action` sets the picture, a DELETE removes it. */
    picture: { action: string; maxMegabytes: number }
    deletionDays: number
    ownershipOffer: OwnershipOffer | null
    /** The members who may be offered the ownership; `many` where an owner types the address, null for others than owners. */
    candidates: { id: string; name: string; email: string }[] | 'many' | null
    /** The last owner cannot leave. */
    isLastOwner: boolean
    requirements: RequirementProps
    offeredWays: SignInWay[]
    /** Null for others than owners. */
    domains: TeamDomain[] | null
    maxSessionHours: readonly number[]
  }
  /** For members who do not meet them. */
  'Teams/Requirements': TeamPage & {
    requirements: RequirementProps
    unmet: RequirementName[]
    secondFactorUrl: string
  }
  /** Behind the link of an invitation. */
  'Teams/AcceptInvitation': {
    team: string
    pictureUrl: string | null
    inviter: string
    role: string
    email: string
    expiresAt: string
    requirements: RequirementProps
    /**
     * `accept`: signed in, with this address. `other-address`: signed in with another one. `member`: already a member.
     * `sign-in`: the address has an account. `register`: it has none. `closed`: it has none, and nobody can sign up.
     */
    step: 'accept' | 'other-address' | 'member' | 'sign-in' | 'register' | 'closed'
    action: string
    registerUrl: string
  }
}

/** The props of every page of a team. */
export interface TeamPage {
  team: TeamHeader
  /** Each change of the team is broadcast here as `team.changed`. */
  channel: string
}

/** Of the signed-in member. */
export interface TeamHeader {
  name: string
  slug: string
  role: string
  permissions: readonly TeamPermission[]
  pictureUrl: string | null
  /** When it is deleted; null without a pending deletion. */
  deletesAt: string | null
}

/** The conditions that the team sets for its members. */
export interface RequirementProps {
  secondFactor: boolean
  /** Of those that this installation offers. */
  ways: SignInWay[]
  /** Only the ways are allowed, even if none of them is offered any more. */
  hasWays: boolean
  /** Null without a limit. */
  maxSessionHours: number | null
}

export type RequirementName = 'second-factor' | 'way' | 'session-age'

export interface SignInWay {
  way: string
  /** The name of the provider; null for a way of our own. */
  provider: string | null
}

export interface TeamListItem {
  name: string
  slug: string
  pictureUrl: string | null
  role: string
  /** Otherwise the member can only leave. */
  mayOpen: boolean
  deletesAt: string | null
}

export interface OwnInvitation {
  id: string
  /** A POST accepts, a DELETE declines. */
  href: string
  team: string
  inviter: string
  role: string
  expiresAt: string
  requirements: RequirementProps
}

export interface JoinableTeam {
  /** Of the domain of the team. */
  id: string
  team: string
  domain: string
  requirements: RequirementProps
}

export interface TeamDomain {
  id: string
  domain: string
  isProved: boolean
  isEnabled: boolean
  /** The TXT record that proves it. */
  record: { name: string; value: string }
}

export interface SlugRules {
  /** Before the team's own part of the address. */
  prefix: string
  maxLength: number
}

export interface TeamMemberRow {
  /** Of the account. */
  id: string
  name: string
  /** Null for members who may neither invite nor remove. */
  email: string | null
  photoUrl: string | null
  role: string
  joinedAt: string
  isYou: boolean
  mayChange: boolean
  mayRemove: boolean
}

export interface TeamInvitationRow {
  id: string
  email: string
  role: string
  inviter: string
  expiresAt: string
  isExpired: boolean
  /** Whether this member may send it again and revoke it. */
  mayChange: boolean
}

export interface OwnershipOffer {
  from: string
  to: string
  isForYou: boolean
  isFromYou: boolean
  isShared: boolean
  expiresAt: string
}

/** An account's membership at a moment, in Time Travel. */
export interface TeamState {
  /** As in the account's own log. */
  name: string
  role: string
  joinedAt: string
}
