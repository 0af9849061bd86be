import type { Db, Tx } from '#app/platform/db/connect.ts'
import type { LogActor } from '#app/team-log/team-log.ts'
import { replaceEndpointAuthor, teamsWithWebhooksBy } from '#app/webhooks/webhooks.ts'

import { disableWebhooksAndDomainsOfLocked } from './disable-webhooks-and-domains.ts'
import { mayAnswerFor } from './role-givers.ts'

/** The teams with something that a takeover report of the account looks at; it may have left them since. */
export const teamsWithChangesBy = (db: Db, userId: string) =>
  teamsWithWebhooksBy(db, userId)
    .union(db.selectFrom('team_domains').select('team_id').where('added_by', '=', userId))
    .union(db.selectFrom('team_domains').select('team_id').where('changed_by', '=', userId))
    .union(
      db
        .selectFrom('team_members')
        .select('team_id')
        .distinct()
        .where('role_given_by', '=', userId),
    )
    .union(
      db.selectFrom('teams').select('id as team_id').where('deletion_requested_by', '=', userId),
    )

/**
 * Makes another account answer for the webhooks, the domains and the pending deletion of a team, or none: a later takeover report of
 * the first one leaves them as they are.
 */
export async function replaceChangeAuthor(
  tx: Tx,
  { teamId, userId, by }: { teamId: string; userId: string; by: string | null },
): Promise<void> {
  await replaceEndpointAuthor(tx, { teamId, userId, by })
  for (const column of ['added_by', 'changed_by'] as const)
    await tx
      .updateTable('team_domains')
      .set(column, by)
      .where('team_id', '=', teamId)
      .where(column, '=', userId)
      .execute()
  await tx
    .updateTable('teams')
    .set({ deletion_requested_by: by })
    .where('id', '=', teamId)
    .where('deletion_requested_by', '=', userId)
    .execute()
}

/**
 * Makes the acting member answer for what a member made work whom they remove or lower, so that these have no
 * hold on the team any more.
 */
export async function answerForMember(tx: Tx, log: LogActor, userId: string): Promise<void> {
  const { teamId, by, now } = log
  // With another account, the webhooks of a locked one would be on again.
  await disableWebhooksAndDomainsOfLocked(tx, { teamId, userId, now })
  if (await mayAnswerFor(tx, log, userId)) await replaceChangeAuthor(tx, { teamId, userId, by })
}
