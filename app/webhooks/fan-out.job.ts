import { z } from 'zod'

import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import type { JobHandler } from '#app/platform/jobs/run-job.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { pickProfile } from '#app/platform/lib/pick-profile.ts'
import { profileFieldNames } from '#app/profile-fields.ts'

import { disabledSince } from './endpoint-authors.ts'
import { enqueueAttempt } from './enqueue-attempt.ts'
import { enqueueMessageRelease, hasBacklog } from './release-waiting-messages.job.ts'
import { eventTypesOf } from './webhook-endpoints.ts'

const Event = z.object({
  id: z.string(),
  type: z.string(),
  at: z.number(),
  userId: z.string().nullable(),
  teamId: z.string().nullish(),
  data: z.record(z.string(), z.unknown()),
})

type Event = z.output<typeof Event>

/** Events whose data is the whole account. */
const typesWithUser = ['user.created', 'user.updated']

/** Creates a delivery for each subscribed endpoint. Idempotent. */
export function fanOutJob({ db, keys }: { db: Db; keys: Keyring }): JobHandler {
  return async (payload) => {
    const event = Event.parse(payload)
    await inTransaction(db, async (tx) => {
      const endpoints = await listeningEndpoints(tx, event)
      const body = endpoints.length > 0 ? await messageBody(tx, event) : null
      if (body === null) return
      for (const endpoint of endpoints) await addDelivery(tx, keys, { event, endpoint, body })
    })
  }
}

async function listeningEndpoints(tx: Tx, { type, teamId }: Event): Promise<string[]> {
  const endpoints = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'event_types'])
    .where((eb) => eb(disabledSince(eb), 'is', null))
    .where(({ eb, or }) =>
      or([eb('team_id', 'is', null), ...(teamId ? [eb('team_id', '=', teamId)] : [])]),
    )
    .orderBy('id')
    .execute()
  return endpoints.flatMap(({ id, event_types }) => {
    const types = eventTypesOf(event_types)
    return types.length === 0 || types.includes(type) ? id : []
  })
}

/** Null when the account has been erased meanwhile. */
async function messageBody(tx: Tx, { type, at, userId, data }: Event): Promise<string | null> {
  const user = userId === null ? null : await readUser(tx, userId)
  if (user === undefined) return null
  const told = {
    ...(user && { user_id: user.id }),
    ...data,
    ...(user && typesWithUser.includes(type) && { user }),
  }
  return JSON.stringify({ type, timestamp: toIso(at), data: told })
}

/** The account as it is now, with the fields of `GET /api/user`, except its attributes. */
async function readUser(tx: Tx, userId: string) {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at', 'created_at'])
    .select(profileFieldNames)
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { name, ...profile } = pickProfile(row)
  return {
    id: row.id,
    name,
    email: row.email,
    email_verified_at: toIso(row.email_verified_at),
    ...profile,
    created_at: toIso(row.created_at),
  }
}

async function addDelivery(
  tx: Tx,
  keys: Keyring,
  { event, endpoint, body }: { event: Event; endpoint: string; body: string },
): Promise<void> {
  const mustWait = await hasBacklog(tx, endpoint, event.at)
  const added = await tx
    .insertInto('webhook_deliveries')
    .values({
      id: `msg_${newId().replaceAll('-', '')}`,
      event_id: event.id,
      endpoint_id: endpoint,
      user_id: event.userId,
      type: event.type,
      payload: body,
      status: 'pending',
      attempts: 0,
      next_attempt_at: mustWait ? null : event.at,
      last_status: null,
      last_error: null,
      created_at: event.at,
    })
    .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return
  if (mustWait) await enqueueMessageRelease(tx, keys, { endpoint, probeAt: null, now: event.at })
  else await enqueueAttempt(tx, keys, { id: added.id, runAt: event.at, now: event.at })
}
