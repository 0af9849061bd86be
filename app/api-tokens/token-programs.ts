import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import { inBatches } from '#app/platform/maintenance/in-batches.ts'

import type { TokenProgram } from './pages.ts'

/** The programs that used each of the tokens, the latest first. Tokens without a program are missing. */
export async function tokenPrograms(
  db: Db,
  tokenIds: string[],
): Promise<Map<string, TokenProgram[]>> {
  if (tokenIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_token_programs')
    .select(['token_id', 'user_agent', 'uses', 'last_used_at'])
    .where('token_id', 'in', tokenIds)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  const byToken = Map.groupBy(rows, ({ token_id }) => token_id)
  return new Map(
    [...byToken].map(([tokenId, programs]) => [
      tokenId,
      programs.map(({ user_agent, uses, last_used_at }) => ({
        name: programName(user_agent),
        userAgent: user_agent,
        uses,
        lastUsedAt: toIso(last_used_at),
      })),
    ]),
  )
}

/** "curl 8.11.0" or "Chrome"; null without a name. */
function programName(userAgent: string): string | null {
  if (userAgent.startsWith('Mozilla/')) return parseUserAgent(userAgent).browser
  const [product = ''] = userAgent.split(' ')
  return product.replace('/', ' ').slice(0, 60) || null
}

/** Erases the programs and the IP address of uses before that time. How often a token was used stays. */
export async function eraseTokenClients(db: Db, before: number): Promise<void> {
  await deleteExpired(db, 'api_token_programs', { key: 'id', due: 'last_used_at', through: before })
  await inBatches(async (limit) => {
    const { numUpdatedRows } = await db
      .updateTable('api_tokens')
      .set({ last_used_ip: null })
      .where('id', 'in', (tokens) =>
        tokens
          .selectFrom('api_tokens')
          .select('id')
          .where('last_used_at', '<=', before)
          .where('last_used_ip', 'is not', null)
          .orderBy('last_used_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  })
}
