import type { RequestOrigin } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { networkKey } from '#app/platform/validation/ip-addresses.ts'

import type { ActiveApiToken } from './find-active-api-token.ts'
import { maxRecordedNetworks } from './limits.ts'

/** Records the first use of a token from each network. */
export async function recordTokenNetwork(
  db: Db,
  { token_id, user_id, last_used_at, last_used_ip }: ActiveApiToken,
  origin: RequestOrigin,
): Promise<void> {
  const place = networkKey(origin.ip ?? '')
  if (last_used_at !== null && networkKey(last_used_ip ?? '') === place) return
  const known = await db
    .selectFrom('api_token_places')
    .select('place')
    .where('token_id', '=', token_id)
    .orderBy('place')
    .limit(maxRecordedNetworks)
    .execute()
  if (known.length === maxRecordedNetworks || known.some((it) => it.place === place)) return

  await inTransaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('api_token_places')
      .values({ token_id, place, first_used_at: origin.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    const actor = { ...origin, userId: user_id, sessionId: null }
    await recordEvent(tx, actor, 'token.first-used', { token: token_id })
  })
}
