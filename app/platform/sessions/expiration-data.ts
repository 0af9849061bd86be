import type { SessionsTable } from '#app/platform/db/schema.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

/** What the end of a session also says when it had run out before anybody noticed. */
export function expirationData(
  { expires_at, ends_at }: Pick<SessionsTable, 'expires_at' | 'ends_at'>,
  now: number,
): { ranOutAt?: string } {
  const expiresAt = Math.min(expires_at, ends_at)
  return expiresAt <= now ? { ranOutAt: toIso(expiresAt) } : {}
}
