import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { AdminSupportAccess } from './pages.ts'

export { openAccess } from './open-access.ts'
export { requestAccess } from './request-access.ts'

/** The request or the access of this session of an administrator; null without either. */
export async function accessOfSession(
  db: Db,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: number },
): Promise<AdminSupportAccess | null> {
  const row = await db
    .selectFrom('support_sessions')
    .select(['id', 'approved_at', 'expires_at'])
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  return { id: row.id, isApproved: row.approved_at !== null, expiresAt: toIso(row.expires_at) }
}
