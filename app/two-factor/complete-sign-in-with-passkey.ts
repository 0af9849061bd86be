import { type Assertion, type RelyingParty, verifySecondFactor } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import type { StartedSession } from '#app/platform/sessions/start-session.ts'

import type { PendingSignIn } from './pending-sign-in.ts'
import { passChallenge, startChallengedSession } from './start-challenged-session.ts'

/** Completes the challenge with a passkey or security key. @returns null when the challenge is over */
export function completeSignInWithPasskey(
  context: ActionContext,
  origin: RequestOrigin,
  challenge: PendingSignIn,
  { credential, party, trustsDevice }: PasskeyAnswer,
): Promise<StartedSession | null> {
  const actor = { ...origin, userId: challenge.userId, sessionId: null }
  return verifySecondFactor(context, actor, credential, {
    challengeContext: passkeyContext(challenge),
    party,
    async onVerified(tx) {
      const user = await lockAccountRow(tx, challenge.userId)
      if (!user || !(await passChallenge(tx, context, { challenge, user }))) return null
      const factor = 'password-passkey'
      return startChallengedSession(tx, context, origin, { challenge, factor, trustsDevice })
    },
  })
}

interface PasskeyAnswer {
  credential: Assertion
  party: RelyingParty
  trustsDevice: boolean
}

/** Binds an assertion to this sign-in. */
export function passkeyContext({ id: browserId, userId }: PendingSignIn) {
  return { purpose: 'second-factor', browserId, userId } as const
}
