import type { SessionsTable } from '#app/platform/db/schema.ts'

import { moment } from './moment.ts'

/** What the end of a session also says when it had run out before anybody noticed. */
export function ranOut(
  { expires_at, ends_at }: Pick<SessionsTable, 'expires_at' | 'ends_at'>,
  now: number,
): { ranOutAt?: string } {
  const end = Math.min(expires_at, ends_at)
  return end <= now ? { ranOutAt: moment(end) } : {}
}
