import type { TeamTokenPermission } from '#app/permissions.ts'
import type { TeamPage } from '#app/teams/pages.ts'

/** The part of `app/pages.ts` for API tokens of teams. */
export interface TeamTokenPages {
  'Teams/Tokens': TeamPage & {
    tokens: TeamTokenRow[]
    /** The permissions that this member may give to a token. */
    availablePermissions: TeamTokenPermission[]
    maxTokens: number
    /** A POST creates a token. */
    action: string
    /** An absolute URL for the example request, which every token may call. */
    exampleUrl: string
  }
}

export interface TeamTokenRow {
  id: string
  /** A DELETE revokes it. */
  href: string
  name: string
  /** The first characters of the token, to recognize it by. */
  hint: string
  permissions: TeamTokenPermission[]
  /** `ending`: expires within a week. */
  state: 'good' | 'ending' | 'ended'
  /** Null means never. */
  expiresAt: string | null
  /** Up to a minute behind. */
  lastUsedAt: string | null
}
