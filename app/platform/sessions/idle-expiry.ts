import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionTimes } from '#app/platform/config/security-settings.ts'

import type { CurrentSession } from './sessions.ts'

/** Extends the idle timeout. An update, never an upsert, so that an ended session stays ended. */
export async function touchSession(
  { db, config }: Pick<ActionContext, 'db' | 'config'>,
  session: CurrentSession,
  now: number,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_active_at: now,
      expires_at: idleExpiry(config.sessionLengths, session.remembered === 1, now),
    })
    .where('id', '=', session.session_id)
    .execute()
}

export function idleExpiry(lengths: SessionTimes, remembered: boolean, now: number): number {
  return now + (remembered ? lengths.rememberedIdleMs : lengths.idleMs)
}
