import { permissionsOfTeamRole } from '#app/permissions.ts'
import type { Actor, PerformedBy } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { isGenuineHead } from '#app/platform/event-log/head-signature.ts'
import { nextEvent } from '#app/platform/event-log/next-event.ts'
import { currentSigningKey, keyringOf } from '#app/platform/event-log/signing-keys.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { teamChannel } from '#app/platform/realtime/channel-names.ts'
import { enqueueWebhookEvent, hasWebhooks } from '#app/platform/webhooks/enqueue-webhook-event.ts'

import type { TeamLogEvents, TeamLogEventType } from './events.ts'
import { headColumns, storedHead, type TeamHead } from './team-log-store.ts'
import { teamWebhookReports, type TeamWebhookType } from './webhook-events.ts'

export interface LogActor {
  teamId: string
  /** The id of the acting member; null when an invitation link, or the operator, acts. */
  by: string | null
  now: number
  performedBy?: PerformedBy
}

/**
 * Appends an event to the log of a team, whose row the transaction has locked. It is chained and signed like the events of
 * accounts.
 */
export async function recordTeamEvent<Type extends TeamLogEventType>(
  tx: Tx,
  { teamId, by, now, performedBy }: LogActor,
  type: Type,
  data: TeamLogEvents[Type],
): Promise<void> {
  const head = await tx
    .selectFrom('teams')
    .select(headColumns)
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  const trusted = (await isTrusted(tx, head))
    ? head
    : await append(tx, head, { now, type: 'log.broken', data: { events: head.event_count } })
  const operator = performedBy && { performedBy: withoutPersonalName(performedBy) }
  await append(tx, trusted, { now, type, data: { by, ...operator, ...data } })
  const report = teamWebhookReports[type]
  if (!report) return
  await enqueueTeamWebhook(tx, { teamId, by, now }, report.type, report.data(data))
}

/** The operator, or an API token, acts in the name of an owner, who did nothing: see `actAsOwner`. */
export function teamLogActor(teamId: string, { userId, now, performedBy }: Actor): LogActor {
  return performedBy ? { teamId, by: null, now, performedBy } : { teamId, by: userId, now }
}

/** The log outlives accounts, so it has the name of a service or a token, and only the id of an administrator. */
function withoutPersonalName({ name, ...performedBy }: PerformedBy): Partial<PerformedBy> {
  const hasPublicName = performedBy.kind === 'service' || performedBy.kind === 'team-token'
  return hasPublicName ? { name, ...performedBy } : performedBy
}

/** Enqueues the webhook event. Costs one look-up when no endpoint receives it. */
export async function enqueueTeamWebhook(
  tx: Tx,
  { teamId, by, now }: { teamId: string; by: string | null; now: number },
  type: TeamWebhookType,
  data: object = {},
): Promise<void> {
  if (!(await hasWebhooks(tx, teamId))) return
  const told = { team_id: teamId, by_member_id: by, ...data }
  await enqueueWebhookEvent(tx, keyringOf(tx), { type, userId: null, teamId, data: told }, now)
}

/** Whether the head is ours. Otherwise a truncated log would be signed as valid. */
async function isTrusted(tx: Tx, head: TeamHead): Promise<boolean> {
  const isNew = head.event_count === 0 && head.log_hash === null
  return isNew || isGenuineHead(tx, storedHead(head))
}

/** Whether the event ends a membership, or gives a role that does not show the team: the sockets of that member are closed. */
function hearsNoMore(data: object): data is { member: unknown } {
  if (!('member' in data)) return false
  return (
    'why' in data ||
    ('after' in data && !permissionsOfTeamRole(String(data.after)).includes('team.view'))
  )
}

async function append(
  tx: Tx,
  head: TeamHead,
  { now, type, data }: { now: number; type: string; data: object },
): Promise<TeamHead> {
  const { id: teamId } = head
  const content = { type, data, session: null, origin: null, now }
  const { row, headSignature } = nextEvent(currentSigningKey(tx), storedHead(head), content)
  const { seq, hash, at } = row
  await tx
    .insertInto('team_events')
    .values({ team_id: teamId, ...row })
    .execute()
  await broadcast(
    tx,
    {
      channel: teamChannel(teamId),
      sequence: seq,
      name: 'team.changed',
      data: { type, ...(hearsNoMore(data) && { left: data.member }) },
    },
    now,
  )
  return tx
    .updateTable('teams')
    .set({ event_count: seq, log_hash: hash, logged_at: at, log_signature: headSignature })
    .where('id', '=', teamId)
    .returning(headColumns)
    .executeTakeFirstOrThrow()
}
