import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { type LogActor, recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'

import { replaceChangeAuthor, teamsWithChangesBy } from './change-authors.ts'
import { cancelDeletionBy } from './delete-team.ts'
import {
  disableWebhooksAndDomainsOf,
  recordEnabledByUnlock,
  reportDisabledByLock,
} from './disable-webhooks-and-domains.ts'
import { endInvitationsOfMember } from './end-invitations.ts'
import { mailMembersToCheck } from './members-to-check.ts'
import { lockTeam, teamsOf } from './membership.ts'

type Team = NonNullable<Awaited<ReturnType<typeof lockTeam>>>
type MailContext = Pick<ActionContext, 'mailWriter' | 'now'>

/**
 * Ends what others could still use of an account after a takeover: its invitations, the offers of an ownership by it or to it, the webhooks
 * and domains that it made work, and the deletion of a team that it asked for. The invitations of its tokens end with the tokens. Of
 * two reports, the second finds nothing, unless a thief may have made the first.
 */
export async function revokeTeamGrants(
  tx: Tx,
  context: MailContext,
  actor: Actor,
  { isProven } = { isProven: false },
): Promise<void> {
  const { userId } = actor
  for (const team of await lockTeams(tx, userId)) {
    const log = teamLogActor(team.id, actor)
    await withdrawOffers(tx, actor, log, team)
    await disableWebhooksAndDomainsOf(tx, context, log, { userId, team })
    await cancelDeletionBy(tx, context, actor, team)
    await mailMembersToCheck(tx, context, team, { userId, isProven })
    if (isProven) await replaceChangeAuthor(tx, { teamId: team.id, userId, by: null })
  }
}

/** Ends what others could still accept from a locked account. Its webhooks and domains are off as long as the lock lasts. */
export async function suspendTeamGrants(tx: Tx, context: MailContext, actor: Actor): Promise<void> {
  const { userId } = actor
  for (const team of await lockTeams(tx, userId)) {
    const log = { ...teamLogActor(team.id, actor), by: null }
    await withdrawOffers(tx, actor, log, team)
    await reportDisabledByLock(tx, context, log, { userId, team })
  }
}

/** The caller has called `lockRowsBeforeAccount`. */
export async function resumeTeamGrants(tx: Tx, actor: Actor): Promise<void> {
  for (const team of await lockTeams(tx, actor.userId)) {
    const log = { ...teamLogActor(team.id, actor), by: null }
    await recordEnabledByUnlock(tx, log, actor.userId)
  }
}

async function lockTeams(tx: Tx, userId: string): Promise<Team[]> {
  const ids = await teamsOf(tx, userId)
    .union(teamsWithChangesBy(tx, userId))
    .orderBy('team_id')
    .execute()
  const teams: Team[] = []
  for (const { team_id } of ids) {
    const team = await lockTeam(tx, team_id)
    if (team) teams.push(team)
  }
  return teams
}

async function withdrawOffers(
  tx: Tx,
  actor: Actor,
  log: LogActor,
  { id: teamId, name }: Team,
): Promise<void> {
  const { userId } = actor
  await endInvitationsOfMember(tx, log, userId, { byTokens: true })
  const withdrawn = await tx
    .deleteFrom('team_handovers')
    .where('team_id', '=', teamId)
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('to_user_id', '=', userId)]))
    .returning('team_id')
    .executeTakeFirst()
  if (!withdrawn) return
  await recordTeamEvent(tx, log, 'handover.withdrawn', {})
  await recordEvent(tx, actor, 'team.handover-withdrawn', { team: teamId, name })
}
