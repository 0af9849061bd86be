import type { TeamPermission } from '#app/permissions.ts'

/** The part of `app/pages.ts` for teams. */
export interface TeamPages {
  'Teams/Create': { slugRules: SlugRules }
  /** For members who do not meet them. */
  'Teams/Requirements': TeamPage & {
    requirements: RequirementProps
    unmet: RequirementName[]
    secondFactorUrl: string
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

export interface SlugRules {
  /** Before the team's own part of the address. */
  prefix: string
  maxLength: number
}

export interface MemberPage {
  members: TeamMemberRow[]
  /** The next page of members; null on the last one. */
  nextHref: string | null
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

/** The members who may be offered the ownership; `many` where an owner types the address. */
export type OwnerCandidates = { id: string; name: string; email: string }[] | 'many'

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
