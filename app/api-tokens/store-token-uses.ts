import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { maxTokenPrograms } from './limits.ts'

/** The uses of one token since they were last stored. */
export interface TokenUses {
  total: number
  /** Uses by user agent. */
  programs: Map<string, number>
  /** The last use. */
  at: number
  ip: string | null
}

/** Adds uses to those of a token; ignores a token that was deleted. */
export async function storeTokenUses(
  db: Db,
  token_id: string,
  { total, programs, at, ip }: TokenUses,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const token = await tx
      .updateTable('api_tokens')
      .set(({ eb }) => ({ uses: eb('uses', '+', total), last_used_at: at, last_used_ip: ip }))
      .where('id', '=', token_id)
      .returning('user_id')
      .executeTakeFirst()
    if (!token) return

    // The token's row is locked, so nobody else adds programs.
    const rows = await tx
      .selectFrom('api_token_programs')
      .select('user_agent')
      .where('token_id', '=', token_id)
      .execute()
    const known = new Set(rows.map(({ user_agent }) => user_agent))
    const listed = [...programs].filter(
      ([user_agent]) => known.has(user_agent) || known.add(user_agent).size <= maxTokenPrograms,
    )
    if (listed.length === 0) return
    await tx
      .insertInto('api_token_programs')
      .values(
        listed.map(([user_agent, uses]) => ({
          id: newId(),
          ...token,
          token_id,
          user_agent,
          uses,
          first_used_at: at,
          last_used_at: at,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['token_id', 'user_agent']).doUpdateSet(({ eb, ref }) => ({
          uses: eb('api_token_programs.uses', '+', ref('excluded.uses')),
          last_used_at: at,
        })),
      )
      .execute()
  })
}
