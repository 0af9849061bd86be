import type { Origin } from '#app/platform/account.ts'
import type { Means } from '#app/platform/post.ts'
import { settleRefusals } from '#app/platform/refusals.ts'
import { startSession } from '#app/platform/sessions.ts'

import type { Use } from './challenges.ts'
import type { Assertion } from './credential-form.ts'
import type { RelyingParty } from './relying-party.ts'
import { passkeyOf, usePasskey } from './use-passkey.ts'

/**
 * Opens a session for whoever holds a passkey. Nothing more is asked: the device has just checked a finger, a face or its
 * own code, so that having it and being its owner are two factors in one.
 */
export async function signInWithPasskey(
  means: Means,
  origin: Origin,
  { credential, remember }: { credential: Assertion; remember: boolean },
  { use, party }: { use: Use; party: RelyingParty },
): Promise<{ secret: string }> {
  const passkey = await passkeyOf(means.db, credential)
  const account = { ...origin, userId: passkey.user_id, sessionId: null }
  const using = { passkey, assertion: credential, use, party, account }
  return usePasskey(means, using, async (tx) => {
    await settleRefusals(tx, passkey.user_id, origin)
    return startSession(tx, means, {
      ...origin,
      userId: passkey.user_id,
      method: 'passkey',
      remembered: remember,
    })
  })
}
