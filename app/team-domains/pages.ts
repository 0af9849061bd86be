import type { RequirementProps } from '#app/teams/pages.ts'

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
