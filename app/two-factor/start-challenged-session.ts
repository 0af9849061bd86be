import type { AccountEvents } from '#app/account-events.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { flushFailedSignIns } from '#app/platform/auth/record-failed-sign-ins.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import type { LockedAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { type StartedSession, startSession } from '#app/platform/sessions/start-session.ts'
import { trustDevice } from '#app/trusted-devices/trusted-devices.ts'

import { isFirstFactorUnchanged } from './is-first-factor-unchanged.ts'
import { type PendingSignIn, consumePendingSignIn } from './pending-sign-in.ts'

/** Consumes the challenge unless its first factor has changed. */
export async function passChallenge(
  tx: Tx,
  { keys, now }: ActionContext,
  { challenge, user }: { challenge: PendingSignIn; user: LockedAccountRow },
): Promise<boolean> {
  if (!(await isFirstFactorUnchanged(tx, keys, challenge, user.password_hash))) return false
  return consumePendingSignIn(tx, challenge, now)
}

/** The second part of the method recorded after a password. */
type Factor = 'code' | 'recovery-code' | 'password-passkey'

interface Completion {
  challenge: PendingSignIn
  factor: Factor
  trustsDevice: boolean
}

/** Starts the session of a completed challenge. */
export async function startChallengedSession(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { challenge, factor, trustsDevice }: Completion,
): Promise<StartedSession> {
  const { userId, remembered, provider } = challenge
  await flushFailedSignIns(tx, userId, origin)
  const trusts = trustsDevice && context.config.trustedDeviceDays > 0
  const { id, secret } = await startSession(tx, context, {
    ...origin,
    userId,
    method: methodAfter(challenge, factor),
    remembered,
    provider,
    // A phished mailed code must not be enough for sensitive changes.
    isConfirmed: challenge.emailKey === null,
    isNoticed: trusts,
  })
  if (!trusts) return { secret }
  return { secret, trust: await trustDevice(tx, context, { ...origin, userId, sessionId: id }) }
}

/** The name of both steps together. */
function methodAfter({ provider, emailKey }: PendingSignIn, factor: Factor): SignInMethod {
  if (provider !== null) return factor === 'password-passkey' ? 'provider-passkey' : 'provider-code'
  return emailKey === null ? factor : 'email-code-two-factor'
}

type SignInMethod = AccountEvents['session.started']['method']
