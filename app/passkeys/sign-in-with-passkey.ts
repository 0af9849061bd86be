import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { flushFailedSignIns } from '#app/platform/auth/failed-sign-ins.ts'
import { startSession } from '#app/platform/sessions/sessions.ts'

import type { ChallengeContext } from './challenges.ts'
import type { Assertion } from './passkey-forms.ts'
import type { RelyingParty } from './relying-party.ts'
import { findPasskey, verifyPasskey } from './verify-passkey.ts'

/**
 * Opens a session for whoever holds a passkey. Nothing more is asked: the device has just checked a finger, a face or its
 * own code, so that having it and being its owner are two factors in one.
 */
export async function signInWithPasskey(
  context: ActionContext,
  origin: RequestOrigin,
  { credential, remember }: { credential: Assertion; remember: boolean },
  { challengeContext, party }: { challengeContext: ChallengeContext; party: RelyingParty },
): Promise<{ secret: string }> {
  const passkey = await findPasskey(context.db, credential)
  const actor = { ...origin, userId: passkey.user_id, sessionId: null }
  const verification = { passkey, assertion: credential, challengeContext, party, actor }
  return verifyPasskey(context, verification, async (tx) => {
    await flushFailedSignIns(tx, passkey.user_id, origin)
    return startSession(tx, context, {
      ...origin,
      userId: passkey.user_id,
      method: 'passkey',
      remembered: remember,
    })
  })
}
