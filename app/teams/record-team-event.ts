import type { Actor, PerformedBy } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { canonicalJson } from '#app/platform/event-log/canonical-json.ts'
import {
  contentDigest,
  eventHash,
  genesisHash,
  headSignatureStatus,
  signEvent,
  signHead,
} from '#app/platform/event-log/hash-chain.ts'
import {
  allSigningKeys,
  currentSigningKey,
  keyringOf,
  knownSigningKeys,
} from '#app/platform/event-log/signing-keys.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { teamChannel } from '#app/platform/realtime/channel-names.ts'
import { enqueueWebhookEvent, hasWebhooks } from '#app/platform/webhooks/enqueue-webhook-event.ts'

import type { TeamLogEvents, TeamLogEventType } from './events.ts'
import { teamWebhookReports, type TeamWebhookType } from './webhook-events.ts'

interface LogActor {
  teamId: string
  /** The id of the acting member; null when an invitation link, or the operator, acts. */
  by: string | null
  now: number
  performedBy?: PerformedBy
}

interface TeamHead {
  id: string
  event_count: number
  log_hash: string | null
  logged_at: number | null
  log_signature: string | null
}

export const headColumns = [
  'id',
  'event_count',
  'log_hash',
  'logged_at',
  'log_signature',
] as const satisfies (keyof TeamHead)[]

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
  const trusted = (await hasGenuineHead(tx, head))
    ? head
    : await append(tx, head, { now, type: 'log.broken', data: { events: head.event_count } })
  const operator = performedBy && { performedBy: withoutPersonalName(performedBy) }
  await append(tx, trusted, { now, type, data: { by, ...operator, ...data } })
  const report = teamWebhookReports[type]
  if (!report) return
  await enqueueTeamWebhook(tx, { teamId, by, now }, report.type, report.data(data))
}

/** The operator, or an API token, acts in the name of an owner, who did nothing: see `asOwner`. */
export function teamLogActor(teamId: string, { userId, now, performedBy }: Actor): LogActor {
  return performedBy ? { teamId, by: null, now, performedBy } : { teamId, by: userId, now }
}

/** The log outlives accounts, so it has the name of a service or a token, and only the id of an administrator. */
function withoutPersonalName({ name, ...performedBy }: PerformedBy): Partial<PerformedBy> {
  const hasPublicName = performedBy.kind === 'service' || performedBy.kind === 'team-token'
  return hasPublicName ? { name, ...performedBy } : performedBy
}

/** Costs one look-up when nobody listens. */
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

/** Whether the log ends where the server left it. Otherwise a truncated log would be signed as valid. */
export async function hasGenuineHead(db: Db, head: TeamHead): Promise<boolean> {
  const { event_count: seq, log_hash: hash, logged_at } = head
  if (seq === 0 && hash === null) return true
  const at = logged_at ?? 0
  const signed = { account: head.id, seq, hash: hash ?? '', at, originsErasedThrough: 0 }
  const signature = head.log_signature ?? ''
  const status = headSignatureStatus(knownSigningKeys(db), signed, signature)
  if (status !== 'unknown key') return status === 'genuine'
  return headSignatureStatus(await allSigningKeys(db), signed, signature) === 'genuine'
}

async function append(
  tx: Tx,
  head: TeamHead,
  { now, type, data }: { now: number; type: string; data: object },
): Promise<TeamHead> {
  const account = head.id
  const key = currentSigningKey(tx)
  const seq = head.event_count + 1
  // The clock may have been set back since the last event.
  const at = Math.max(now, head.logged_at ?? 0)
  const content = contentDigest({ type, data, session: null, origin: null })
  const previous = head.log_hash ?? genesisHash(account)
  const hash = eventHash({ account, seq, at, previous, content })
  await tx
    .insertInto('team_events')
    .values({
      team_id: account,
      seq,
      type,
      data: canonicalJson(data),
      at,
      content_digest: content,
      hash,
      signature: signEvent(key, { account, seq, content, hash }),
    })
    .execute()
  await broadcast(
    tx,
    {
      channel: teamChannel(account),
      sequence: seq,
      name: 'team.changed',
      data: { type, ...('why' in data && 'member' in data && { left: data.member }) },
    },
    now,
  )
  const log_signature = signHead(key, { account, seq, hash, at, originsErasedThrough: 0 })
  return tx
    .updateTable('teams')
    .set({ event_count: seq, log_hash: hash, logged_at: at, log_signature })
    .where('id', '=', account)
    .returning(headColumns)
    .executeTakeFirstOrThrow()
}
