import type { ActionContext } from '#app/platform/action-context.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { isKnownOrSimilarDevice } from '#app/platform/sessions/known-devices.ts'

import { type NewPendingSignIn, startPendingSignIn } from './pending-sign-in.ts'
import { notifyOfUnansweredChallenges } from './unanswered-challenges.ts'

/** Starts a challenge after the first factor. Mails the owner when those of unknown devices with the password go unanswered. */
export async function challengeSignIn(
  tx: Tx,
  context: ActionContext,
  signIn: NewPendingSignIn,
): Promise<{ secret: string }> {
  const isKnownDevice = await isKnownOrSimilarDevice(tx, signIn)
  const challenge = await startPendingSignIn(tx, { ...signIn, isKnownDevice })
  const { by } = signIn
  if (!isKnownDevice && by.kind === 'password')
    await notifyOfUnansweredChallenges(tx, context, { ...signIn, password_hash: by.password_hash })
  return challenge
}
