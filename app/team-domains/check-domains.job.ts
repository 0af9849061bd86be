import type { Config } from '#app/platform/config/config.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import type { FeatureJobServices } from '#app/platform/feature.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { recordTeamEvent } from '#app/team-log/team-log.ts'
import { lockTeam, notifyOwners } from '#app/teams/teams.ts'

import { domainRecord } from './domain-records.ts'
import { domainCheckBatch, domainCheckIntervalMs } from './limits.ts'

export const domainCheckKind = 'team-domain-check'

/** Enqueues the look-up of records that are due. Safe to call at any time, from any process. */
export async function enqueueDomainChecks(
  { db, keys, config }: { db: Db; keys: Keyring; config: Pick<Config, 'teams'> },
  now: number,
): Promise<void> {
  if (!config.teams || (await dueDomains(db, now, 1).execute()).length === 0) return
  await enqueue(db, keys, { kind: domainCheckKind, payload: null, dedupeKey: domainCheckKind, now })
}

/** Looks each proved record up once a day. Without an answer the domain stays: a name server that is down proves nothing. */
export function domainCheckJob({ db, clock, config }: FeatureJobServices): JobHandler {
  return async () => {
    const now = clock.now()
    const due = dueDomains(db, now, domainCheckBatch).orderBy('team_domains.id')
    for await (const rows of batches(due, ({ id }) => due.where('team_domains.id', '>', id)))
      for (const domain of rows) {
        const state = await domainRecord(config.teams?.dnsServers ?? [], domain)
        if (state === 'missing') await revoke(db, domain, now)
        else await postpone(db, domain, now)
      }
  }
}

function dueDomains(db: Db, now: number, limit: number) {
  return db
    .selectFrom('team_domains')
    .innerJoin('teams', 'teams.id', 'team_domains.team_id')
    .select(['team_domains.id', 'team_id as teamId', 'domain', 'token', 'teams.name as team'])
    .where('next_check_at', '<=', now)
    .where('verified_at', 'is not', null)
    .limit(limit)
}

type DueDomain = Awaited<ReturnType<ReturnType<typeof dueDomains>['execute']>>[number]

async function postpone(db: Db, { id, teamId }: DueDomain, now: number): Promise<void> {
  await db
    .updateTable('team_domains')
    .set({ next_check_at: now + domainCheckIntervalMs })
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .where('verified_at', 'is not', null)
    .execute()
}

/** Turns off a domain whose record is gone. Members who joined by it stay; nobody else joins. */
async function revoke(db: Db, { id, teamId, domain, team }: DueDomain, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTeam(tx, teamId)
    const revoked = await tx
      .updateTable('team_domains')
      .set({ verified_at: null, next_check_at: null })
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .where('verified_at', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) return
    const log = { teamId, by: null, now }
    await recordTeamEvent(tx, log, 'domain.changed', { domain, change: 'lost' })
    await notifyOwners(tx, log, { type: 'team-domain-lost', team, target: domain })
  })
}
