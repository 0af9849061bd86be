import type { TeamPermission } from '#app/permissions.ts'

/** The part of `app/pages.ts` for teams. */
export interface TeamPages {
  'Teams/Create': { slugRules: SlugRules }
  /** The page of members who do not meet the requirements. */
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

/** The team as the signed-in member sees it. */
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
  /** The allowed ways among those that this installation offers. */
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
  /** Whether the role opens pages of the team. Otherwise the member can only leave. */
  mayOpen: boolean
  deletesAt: string | null
}

export interface SlugRules {
  /** The URL before the team's own part. */
  prefix: string
  maxLength: number
}

export interface MemberPage {
  members: TeamMemberRow[]
  /** The next page of members; null on the last one. */
  nextHref: string | null
}

export interface TeamMemberRow {
  /** Id of the account. */
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
  /** The team's name in the account's own log. */
  name: string
  role: string
  joinedAt: string
}
