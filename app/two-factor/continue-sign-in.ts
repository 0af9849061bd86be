import type { AccountEvents } from '#app/account-events.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { flushFailedSignIns } from '#app/platform/auth/record-failed-sign-ins.ts'
import { enforceRequiredProvider } from '#app/platform/auth/required-provider.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { isKnownOrSimilarDevice } from '#app/platform/sessions/known-devices.ts'
import {
  type NewSession,
  type StartedSession,
  startSession,
} from '#app/platform/sessions/start-session.ts'
import { revokeOnSecretReuse, useTrustedDevice } from '#app/trusted-devices/trusted-devices.ts'

import { challengeSignIn } from './challenge-sign-in.ts'
import { needsSecondFactor } from './needs-second-factor.ts'
import {
  type PendingSignInKind,
  type NewPendingSignIn,
  startPendingSignIn,
} from './pending-sign-in.ts'

/** A session, or a challenge that awaits another factor. */
export type SignInResult =
  | { session: StartedSession }
  | { challenge: { secret: string; kind: PendingSignInKind } }

export interface FirstFactor extends Pick<NewPendingSignIn, 'userId' | 'remembered' | 'by'> {
  method: AccountEvents['session.started']['method']
  twoFactorEnabledAt: number | null
  /** Whether the first factor alone also confirms sensitive changes; true by default. */
  isConfirmed?: boolean
}

/** The step after every first factor. The caller has locked the account's row, and checked that the account is not locked. */
export async function continueSignIn(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { userId, remembered, by, method, isConfirmed = true, ...account }: FirstFactor,
): Promise<SignInResult> {
  const provider = by.kind === 'provider' ? by : null
  await enforceRequiredProvider(tx, context.config, userId, provider)
  if (!provider?.hasTrustedFactor) {
    const client = { ...origin, userId }
    if (await needsSecondFactor(tx, context.config, { userId, ...account })) {
      await revokeOnSecretReuse(tx, context, client)
      const trust = await useTrustedDevice(tx, context.config, client)
      if (trust) {
        const session = {
          ...client,
          remembered,
          // As after the second factor: a phished mailed code must not be enough for sensitive changes.
          isConfirmed: by.kind !== 'email-code',
          provider,
          method: trustedMethods[by.kind],
        }
        return { session: { ...(await openSession(tx, context, session)), trust } }
      }
      const { secret } = await challengeSignIn(tx, context, { ...client, remembered, by })
      return { challenge: { secret, kind: 'second-factor' } }
    }
    if (await needsDeviceCode(tx, context, { ...client, by })) {
      const signIn = { ...client, remembered, by, isKnownDevice: false }
      const { secret } = await startPendingSignIn(tx, { ...signIn, kind: 'new-device' })
      return { challenge: { secret, kind: 'new-device' } }
    }
  }
  const session = { ...origin, userId, remembered, method, isConfirmed, provider }
  return { session: await openSession(tx, context, session) }
}

/** The first factor, and the trusted device. */
const trustedMethods = {
  password: 'trusted-device',
  provider: 'provider-trusted-device',
  'email-code': 'email-code-trusted-device',
} as const

/** A password alone may be stolen. A provider, and a code that was mailed, are proof enough. */
async function needsDeviceCode(
  tx: Tx,
  { config }: Pick<ActionContext, 'config'>,
  { by, ...client }: RequestOrigin & Pick<FirstFactor, 'userId' | 'by'>,
): Promise<boolean> {
  const isPassword = by.kind === 'password'
  return config.newDeviceCode && isPassword && !(await isKnownOrSimilarDevice(tx, client))
}

async function openSession(
  tx: Tx,
  context: ActionContext,
  session: NewSession,
): Promise<StartedSession> {
  await flushFailedSignIns(tx, session.userId, session)
  return startSession(tx, context, session)
}
