import type { AttributeValue } from '#app/attributes.ts'
import type { AttributeInfo } from '#app/custom-attributes/pages.ts'
import type { TeamRole } from '#app/permissions.ts'
import type { JoinableTeam, TeamDomain } from '#app/team-domains/pages.ts'
import type { OwnInvitation, TeamInvitationRow } from '#app/team-invitations/pages.ts'
import type { TeamLogRow } from '#app/team-log/pages.ts'
import type {
  MemberPage,
  OwnerCandidates,
  OwnershipOffer,
  RequirementProps,
  SignInWay,
  SlugRules,
  TeamListItem,
  TeamMemberRow,
  TeamPage,
} from '#app/teams/pages.ts'

/** The part of `app/pages.ts` for pages of teams that show something of several features. */
export interface SharedTeamPages {
  'Teams/Index': {
    teams: TeamListItem[]
    maxOwned: number
    /** The open invitations to the account's addresses. */
    invitations: OwnInvitation[]
    /** The teams to join by the domain of a proved address. */
    joinable: JoinableTeam[]
  }
  'Teams/Show': TeamPage & {
    memberCount: number
    seats: number
    memberSince: string
    /** The longest-standing members. */
    members: TeamMemberRow[]
    /** Null for members who may not invite. */
    openInvitations: number | null
    /** The newest events; null for members who may not see the log. */
    teamEvents: TeamLogRow[] | null
    requirements: RequirementProps
  }
  'Teams/Members': TeamPage &
    MemberPage & {
      memberCount: number
      seats: number
      /** The attributes that members see of each other. */
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
    /** Null for others than owners. */
    candidates: OwnerCandidates | null
    /** The last owner cannot leave. */
    isLastOwner: boolean
    requirements: RequirementProps
    offeredWays: SignInWay[]
    /** Null for others than owners. */
    domains: TeamDomain[] | null
    maxSessionHours: readonly number[]
  }
}
