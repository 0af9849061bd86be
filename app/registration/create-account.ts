import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { Gone } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'
import { startSession } from '#app/platform/sessions/start-session.ts'

export interface NewRegistration {
  name: string
  /** The address, proved by the mailed link. */
  email: string
  /** Null for an account with a passkey instead. */
  password_hash: string | null
  /** Accepted versions; null when the person who opened the link is asked next. */
  terms: string | null
  policy: string | null
  /** Null for English, the default. */
  locale: string | null
  isInvited?: boolean
}

interface OpenedAccount {
  /** Secret of the new session. */
  secret: string
  actor: SessionActor
}

/**
 * Creates the account of a consumed link, and signs the user in.
 *
 * @param replacedSession  this browser's current session
 * @throws Gone when the address has an account by now
 */
export async function createAccountAndSignIn(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { account, replacedSession }: { account: NewRegistration; replacedSession: SessionActor | null },
): Promise<OpenedAccount> {
  const userId = await createUserAccount(tx, context.keys, origin, { ...account, isVerified: true })
  if (!userId) throw new Gone()
  const actor = { ...origin, userId, sessionId: null }
  for (const document of ['terms', 'policy'] as const) {
    const version = account[document]
    if (version !== null) await recordEvent(tx, actor, 'terms.accepted', { document, version })
  }
  if (replacedSession) {
    const endReason = { by: 'person', why: 'replaced' } as const
    await endSession(tx, replacedSession, replacedSession.sessionId, endReason)
  }
  const started = await startSession(tx, context, {
    ...origin,
    userId,
    method: account.password_hash === null ? 'registration-passkey' : 'registration',
    remembered: false,
    // The link proves the mailbox only.
    isConfirmed: false,
    isNoticed: true,
  })
  const { id: sessionId, secret } = started
  return { secret, actor: { ...actor, sessionId } }
}
