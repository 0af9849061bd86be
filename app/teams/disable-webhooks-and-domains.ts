import type { ExpressionBuilder } from 'kysely'

import type { ActionContext } from '#app/platform/action-context.ts'
import { lockedSince } from '#app/platform/auth/locked-since.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import type { Schema } from '#app/platform/db/schema.ts'
import { type LogActor, recordTeamEvent } from '#app/team-log/team-log.ts'
import { enabledWebhooksBy, hostOfEndpoint, setEndpointEnabled } from '#app/webhooks/webhooks.ts'

import { teamChangesDisabledMail } from './notices.mail.ts'
import { mailOwnersAbout } from './notify-owners.ts'

/** When an account was locked that made the domain work: nobody joins by it meanwhile. */
export const domainLockedSince = (
  { ref }: ExpressionBuilder<Schema, 'team_domains'>,
  options?: { except: string },
) => lockedSince([ref('team_domains.added_by'), ref('team_domains.changed_by')], options)

interface TeamAccount {
  teamId: string
  userId: string
}

/** Webhooks and domains of a team that an account made work, and nobody has disabled. */
interface Enabled {
  webhooks: { id: string; url: string }[]
  domains: string[]
}

/** @param withoutOtherLocks  leaves out what the lock of another account keeps off */
async function enabledBy(
  tx: Tx,
  { teamId, userId }: TeamAccount,
  { withoutOtherLocks }: { withoutOtherLocks: boolean },
): Promise<Enabled> {
  const domains = await tx
    .selectFrom('team_domains')
    .select('domain')
    .where('team_id', '=', teamId)
    .where(({ eb, or }) => or([eb('added_by', '=', userId), eb('changed_by', '=', userId)]))
    .where('is_enabled', '=', 1)
    .$if(withoutOtherLocks, (query) =>
      query.where((eb) => eb(domainLockedSince(eb, { except: userId }), 'is', null)),
    )
    .orderBy('domain')
    .execute()
  return {
    webhooks: await enabledWebhooksBy(tx, { teamId, userId }, { withoutOtherLocks }),
    domains: domains.map(({ domain }) => domain),
  }
}

/**
 * Disables the webhooks and domains of a team that an account added, enabled or gave another secret: a thief of the account may have
 * done so. They are not deleted, so that an owner can enable those that are the team's own. The caller has locked the team.
 */
export async function disableWebhooksAndDomainsOf(
  tx: Tx,
  context: MailContext,
  log: LogActor,
  { userId, team }: { userId: string; team: TeamName },
): Promise<void> {
  const enabled = await disable(tx, { ...log, userId })
  await recordChanges(tx, log, enabled, 'disabled')
  await mailAbout(tx, context, { userId, team, enabled, isLock: false })
}

/** Keeps off what the lock of an account keeps off, before that account leaves the team or is erased. */
export async function disableWebhooksAndDomainsOfLocked(
  tx: Tx,
  { teamId, userId, now }: TeamAccount & { now: number },
): Promise<void> {
  const locked = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('locked_at', 'is not', null)
    .executeTakeFirst()
  if (locked) await disable(tx, { teamId, userId, now })
}

async function disable(
  tx: Tx,
  { teamId, userId, now }: TeamAccount & { now: number },
): Promise<Enabled> {
  const enabled = await enabledBy(tx, { teamId, userId }, { withoutOtherLocks: false })
  for (const { id } of enabled.webhooks) await setEndpointEnabled(tx, { id, isEnabled: false, now })
  for (const domain of enabled.domains)
    await tx
      .updateTable('team_domains')
      .set({ is_enabled: 0 })
      .where('team_id', '=', teamId)
      .where('domain', '=', domain)
      .execute()
  return enabled
}

/** Records, and mails the owners, what the lock of an account has disabled: the rows stay as they are. */
export async function reportDisabledByLock(
  tx: Tx,
  context: MailContext,
  log: LogActor,
  { userId, team }: { userId: string; team: TeamName },
): Promise<void> {
  const enabled = await enabledBy(tx, { ...log, userId }, { withoutOtherLocks: true })
  await recordChanges(tx, log, enabled, 'disabled')
  await mailAbout(tx, context, { userId, team, enabled, isLock: true })
}

/** Records what works again after the lock of an account has ended. */
export async function recordEnabledByUnlock(tx: Tx, log: LogActor, userId: string): Promise<void> {
  const enabled = await enabledBy(tx, { ...log, userId }, { withoutOtherLocks: true })
  await recordChanges(tx, log, enabled, 'enabled')
}

async function recordChanges(
  tx: Tx,
  log: LogActor,
  { webhooks, domains }: Enabled,
  change: 'enabled' | 'disabled',
): Promise<void> {
  for (const { id, url } of webhooks)
    await recordTeamEvent(tx, log, 'webhook.changed', {
      webhook: id,
      host: hostOfEndpoint(url),
      change,
    })
  for (const domain of domains) await recordTeamEvent(tx, log, 'domain.changed', { domain, change })
}

type MailContext = Pick<ActionContext, 'mailWriter' | 'now'>

interface TeamName {
  id: string
  name: string
  slug: string
}

async function mailAbout(
  tx: Tx,
  context: MailContext,
  {
    userId,
    team,
    enabled,
    isLock,
  }: { userId: string; team: TeamName; enabled: Enabled; isLock: boolean },
): Promise<void> {
  const names = [...enabled.webhooks.map(({ url }) => hostOfEndpoint(url)), ...enabled.domains]
  if (names.length === 0) return
  const mail = teamChangesDisabledMail(team, { names, isLock })
  await mailOwnersAbout(tx, context, { teamId: team.id, userId }, mail)
}
