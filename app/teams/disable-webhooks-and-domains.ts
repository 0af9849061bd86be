import type { Db, Tx } from '#app/platform/db/connect.ts'
import { type LogActor, recordTeamEvent } from '#app/team-log/team-log.ts'
import { endpointsChangedBy, hostOfEndpoint, setEndpointEnabled } from '#app/webhooks/webhooks.ts'

import { notifyOwners } from './notify-owners.ts'

/** The teams with a webhook or a domain that an account made work; it may have left them since. */
export const teamsWithChangesBy = (db: Db, userId: string) =>
  db
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.ref('team_id').$notNull().as('team_id'))
    .where('changed_by', '=', userId)
    .where('team_id', 'is not', null)
    .union(db.selectFrom('team_domains').select('team_id').where('changed_by', '=', userId))

/**
 * Disables the webhooks and domains of a team that an account added, enabled or gave another secret: a thief of the account may have
 * done so. They are not deleted, so that an owner can enable those that are the team's own. The caller has locked the team.
 */
export async function disableWebhooksAndDomainsOf(
  tx: Tx,
  log: LogActor,
  { userId, team }: { userId: string; team: string },
): Promise<void> {
  const { teamId, now } = log
  const webhooks = await endpointsChangedBy(tx, { teamId, userId })
  for (const { id, url } of webhooks) {
    await setEndpointEnabled(tx, { id, isEnabled: false, now })
    const change = { webhook: id, host: hostOfEndpoint(url), change: 'disabled' } as const
    await recordTeamEvent(tx, log, 'webhook.changed', change)
  }
  const domains = await tx
    .updateTable('team_domains')
    .set({ is_enabled: 0 })
    .where('team_id', '=', teamId)
    .where('changed_by', '=', userId)
    .where('is_enabled', '=', 1)
    .returning('domain')
    .execute()
  for (const { domain } of domains)
    await recordTeamEvent(tx, log, 'domain.changed', { domain, change: 'disabled' })
  if (webhooks.length + domains.length === 0) return
  await notifyOwners(tx, { ...log, by: null }, { type: 'team-changes-disabled', team })
}
