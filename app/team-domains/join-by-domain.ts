import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { joinTeam, lockTeam } from '#app/teams/teams.ts'

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
    const { teamId, slug, domain, added_by: givenBy } = entry
    await joinTeam(tx, context, actor, { teamId, role: 'member', by: { domain }, givenBy })
    return slug
  })
}
