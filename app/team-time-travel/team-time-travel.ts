import { msg, type Translator } from '@foyer/i18n'

import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { accountNames } from '#app/platform/event-log/account-names.ts'
import { parseEventData } from '#app/platform/event-log/parse-event-data.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'
import type { TeamLogState } from '#app/team-log/events.ts'
import { teamLogTimes } from '#app/team-log/team-log.ts'
import { requirementProps } from '#app/teams/teams.ts'
import type { SelectedMoment } from '#app/time-travel/pages.ts'
import {
  activityHistogram,
  adjacentEvents,
  type MomentMessages,
  type ResolvedMoment,
  resolveMoment,
} from '#app/time-travel/time-travel.ts'

import { maxComparedMembers } from './limits.ts'
import type { TeamAtMoment, TeamTimeTravelPages } from './pages.ts'
import {
  applyTeamEvent,
  emptyTeam,
  readable,
  storedTeamState,
  withoutExpired,
} from './team-state.ts'

interface Reader {
  t: Translator
  zone: string
  now: number
}

export interface TeamMomentQuery {
  at?: string | undefined
  event?: number | undefined
}

/** The moment, and the team then and now. @throws NotFound for an unknown event */
export async function teamTimeTravel(
  { db, config }: { db: Db; config: Config },
  teamId: string,
  { t, zone, now }: Reader,
  query: TeamMomentQuery,
): Promise<{ resolved: ResolvedMoment; props: MomentProps }> {
  const log = teamLogTimes(db, teamId)
  const resolved = await resolveMoment(log, { now, zone, messages }, query)
  const { first, total } = await logRange(db, teamId, now)
  const states = await teamStates(db, teamId, resolved, now)
  const { past, present, hiddenMembers } = withFewMembers(states)
  const memberIds = [past, present].flatMap(({ members }) => Object.keys(members))
  const { at, seq, isNow, adjustedBecause } = resolved
  const adjusted =
    adjustedBecause === null ? null : { requested: query.at ?? '', reason: t(adjustedBecause) }
  const shown = { at: toIso(at), seq, isNow, adjusted, newerCount: total - seq }
  const moment: SelectedMoment = { ...shown, ...(await adjacentEvents(log, zone, resolved)) }
  const range = { first, total, now, isSecurityEvent: null }
  return {
    resolved,
    props: {
      activity: await activityHistogram(db, log, range),
      moment,
      past: atMoment(config, past),
      present: atMoment(config, present),
      hiddenMembers,
      names: Object.fromEntries(await accountNames(db, memberIds)),
    },
  }
}

type MomentProps = Pick<
  TeamTimeTravelPages['Teams/Log'],
  'activity' | 'moment' | 'past' | 'present' | 'hiddenMembers' | 'names'
>

const messages: MomentMessages = {
  unreadable: msg("We couldn't read that time, so this shows the team now."),
  tooLate: msg("That time hasn't come yet, so this shows the team now."),
  tooEarly: msg("The team didn't exist then, so this shows its beginning."),
}

/** The team of now is that of the tables, which the log agrees with. For another moment the log is read up to it. */
export async function teamStates(
  db: Db,
  teamId: string,
  { seq, at, isNow = false }: Pick<ResolvedMoment, 'seq' | 'at'> & { isNow?: boolean },
  now: number,
) {
  const present = withoutExpired(await storedTeamState(db, teamId), toIso(now))
  const past = isNow ? present : withoutExpired(await foldTeamLog(db, teamId, seq), toIso(at))
  return { past, present }
}

/** The state after an event. Few events change a team, so it has no snapshots. */
async function foldTeamLog(db: Db, teamId: string, seq: number): Promise<TeamLogState> {
  const yieldIfBusy = createYielder()
  const state = emptyTeam()
  for await (const rows of logBatches(db, teamId, seq)) {
    for (const row of rows) applyTeamEvent(state, { ...row, data: parseEventData(row.data) })
    await yieldIfBusy()
  }
  return readable(state)
}

/** When the log begins, and the number of its last event. */
async function logRange(db: Db, teamId: string, now: number) {
  const end = (direction: 'asc' | 'desc') =>
    teamLogTimes(db, teamId)
      .select(['seq', 'at'])
      .orderBy('seq', direction)
      .limit(1)
      .executeTakeFirst()
  return { first: (await end('asc'))?.at ?? now, total: (await end('desc'))?.seq ?? 0 }
}

function logBatches(db: Db, teamId: string, through: number) {
  const events = db
    .selectFrom('team_events')
    .select(['seq', 'at', 'type', 'data'])
    .where('team_id', '=', teamId)
    .where('seq', '<=', through)
    .orderBy('seq')
    .limit(500)
  return batches(events, ({ seq }) => events.where('seq', '>', seq))
}

function atMoment(config: Config, state: TeamLogState): TeamAtMoment {
  return { ...state, requirements: requirementProps(config, state.requirements) }
}

/** Limits the members that are compared. Those that changed come first. */
function withFewMembers({ past, present }: { past: TeamLogState; present: TeamLogState }) {
  const ids = [...new Set([...Object.keys(past.members), ...Object.keys(present.members)])]
  const isChanged = (id: string) => past.members[id]?.role !== present.members[id]?.role
  const shown = new Set(
    [...ids.filter(isChanged), ...ids.filter((id) => !isChanged(id))].slice(0, maxComparedMembers),
  )
  const only = ({ members, ...state }: TeamLogState): TeamLogState => ({
    ...state,
    members: Object.fromEntries(Object.entries(members).filter(([id]) => shown.has(id))),
  })
  return { past: only(past), present: only(present), hiddenMembers: ids.length - shown.size }
}
