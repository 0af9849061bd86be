import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { joinTeam, lockTeam, mayAnswerFor } from '#app/teams/teams.ts'

import { domainsOfAccount, joinableDomains } from './team-domains.ts'

/** @returns the team's slug. @throws Gone when the account may not join (any more), or ValidationError without a free seat */
export async function joinByDomain(
  context: ActionContext,
  actor: SessionActor,
  id: string,
): Promise<string> {
  return inTransaction(context.db, async (tx) => {
    const joinable = async () =>
      joinableDomains(tx, await domainsOfAccount(tx, actor.userId), actor.userId)
        .where('team_domains.id', '=', id)
        .executeTakeFirst()
    const found = await joinable()
    if (!found) throw new Gone()
    await lockTeam(tx, found.teamId)
    // Until the lock, the domain may have been switched off, or the account removed.
    const entry = await joinable()
    if (!entry) throw new Gone()
    const { teamId, slug, domain } = entry
    const givenBy = await domainAuthor(tx, actor, entry)
    await joinTeam(tx, context, actor, { teamId, role: 'member', by: { domain }, givenBy })
    return slug
  })
}

/** The account that changed the domain last; the one that added it if the other has its role from that one, or is the one that joins. */
async function domainAuthor(
  tx: Tx,
  { userId, now }: SessionActor,
  { teamId, added_by, changed_by: by }: JoinableDomain,
): Promise<string | null> {
  if (by === null || by === userId) return added_by
  if (added_by === null || (await mayAnswerFor(tx, { teamId, by, now }, added_by))) return by
  return added_by
}

interface JoinableDomain {
  teamId: string
  added_by: string | null
  changed_by: string | null
}
