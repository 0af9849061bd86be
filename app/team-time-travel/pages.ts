import type { TeamLogState } from '#app/team-log/events.ts'
import type { TeamLogRow } from '#app/team-log/pages.ts'
import type { RequirementProps, TeamPage } from '#app/teams/pages.ts'
import type { ActivityHistogram, SelectedMoment } from '#app/time-travel/pages.ts'

/** The part of `app/pages.ts` for the logs of teams. */
export interface TeamTimeTravelPages {
  'Teams/Log': TeamPage & {
    activity: ActivityHistogram
    moment: SelectedMoment
    past: TeamAtMoment
    present: TeamAtMoment
    /** Members who are left out of both states, since there are too many. */
    hiddenMembers: number
    /** The names of the members then and now, by account id; erased accounts have none. */
    names: Record<string, string>
    /** The events until the moment, the newest first. */
    events: TeamLogRow[]
    nextHref: string | null
    /** The hash chain and the signatures are as the server wrote them. */
    isIntact: boolean
  }
}

/** A team as Time Travel shows it. */
export type TeamAtMoment = Omit<TeamLogState, 'requirements'> & { requirements: RequirementProps }
