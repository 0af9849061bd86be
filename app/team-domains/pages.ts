import type { RequirementProps } from '#app/teams/pages.ts'

export interface JoinableTeam {
  /** Id of the domain. */
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
