import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { reuseGraceMs } from './limits.ts'
import { trustCopiedNotice } from './notices.mail.ts'

/**
 * Revokes all trusted devices when a replaced secret is presented again: two browsers hold the same cookie, and one of them belongs to an
 * attacker who also has the password. Reuse within `reuseGraceMs` is ignored, since two tabs may sign in at once.
 */
export async function revokeOnSecretReuse(
  tx: Tx,
  context: ActionContext,
  { userId, now, trustSecrets = [], ...client }: RequestOrigin & { userId: string },
): Promise<void> {
  if (trustSecrets.length === 0) return
  const copied = await tx
    .selectFrom('used_trust_secrets as used')
    .innerJoin('trusted_devices', 'trusted_devices.id', 'used.device_id')
    .select(['trusted_devices.id', 'user_agent'])
    .where('used.token_hash', 'in', trustSecrets.map(hashSecret))
    .where('used.used_at', '<=', now - reuseGraceMs)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  if (!copied) return
  const { browser, platform } = parseUserAgent(copied.user_agent)
  const actor = { ...client, userId, now, sessionId: null }
  await recordEvent(tx, actor, 'device.trust-copied', { device: copied.id, browser, platform })
  await sendSecurityNotice(tx, context, actor, trustCopiedNotice())
}
