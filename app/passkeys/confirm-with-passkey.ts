import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { confirmSession } from '#app/platform/sessions/sessions.ts'

import type { ChallengeContext } from './challenges.ts'
import { verificationFailed } from './errors.ts'
import type { Assertion } from './passkey-forms.ts'
import type { RelyingParty } from './relying-party.ts'
import { findPasskey, verifyPasskey } from './verify-passkey.ts'

/** Shows that the person at this session is still the one who signed in. @returns its new secret */
export async function confirmWithPasskey(
  context: ActionContext,
  actor: SessionActor,
  assertion: Assertion,
  { challengeContext, party }: { challengeContext: ChallengeContext; party: RelyingParty },
): Promise<{ secret: string }> {
  const passkey = await findPasskey(context.db, assertion)
  if (passkey.user_id !== actor.userId) throw verificationFailed()
  const verification = { passkey, assertion, challengeContext, party, actor }
  return verifyPasskey(context, verification, (tx) => confirmSession(tx, actor, 'passkey'))
}
