import type { RequirementProps } from '#app/teams/pages.ts'

/** The part of `app/pages.ts` for invitations to teams. */
export interface TeamInvitationPages {
  /** The page behind the link of an invitation. */
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
