import type { LegalVersions } from '#app/legal/legal.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { Gone } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { endSession, startSession } from '#app/platform/sessions/sessions.ts'

export interface NewRegistration extends LegalVersions {
  name: string
  /** Proved by the mailed link. */
  email: string
  password_hash: string
  /** Null for English, the default. */
  locale: string | null
  isInvited?: boolean
}

/**
 * Creates the account of a consumed link, and signs the user in.
 *
 * @param replacedSession  this browser's current session
 * @throws Gone when the address has an account by now
 */
export async function openAccount(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { account, replacedSession }: { account: NewRegistration; replacedSession: SessionActor | null },
): Promise<{ secret: string }> {
  const userId = await createUserAccount(tx, context.keys, origin, { ...account, isVerified: true })
  if (!userId) throw new Gone()
  const actor = { ...origin, userId, sessionId: null }
  for (const document of ['terms', 'policy'] as const)
    await recordEvent(tx, actor, 'terms.accepted', { document, version: account[document] })
  if (replacedSession) {
    const endReason = { by: 'person', why: 'replaced' } as const
    await endSession(tx, replacedSession, replacedSession.sessionId, endReason)
  }
  const session = { ...origin, userId, method: 'registration', remembered: false } as const
  return startSession(tx, context, session)
}
