import { z } from 'zod'

import type { AccountEvents } from '#app/account-events.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { hasAddress } from '#app/platform/auth/email-owner.ts'
import { countFailedSignIn } from '#app/platform/auth/record-failed-sign-ins.ts'
import {
  ProviderRequired,
  rejectRequiredProviderDomain,
  enforceRequiredProvider,
} from '#app/platform/auth/required-provider.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { StartedSession } from '#app/platform/sessions/start-session.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { codeInput, emailInput } from '#app/platform/validation/form-fields.ts'
import { revokeOnSecretReuse, useTrustedDevice } from '#app/trusted-devices/trusted-devices.ts'
import { consumeRecoveryCode, hashWithEachSalt, verifyCode } from '#app/two-factor/two-factor.ts'

import { recoveryCodeKnownNotice } from './notices.mail.ts'
import { storeRecovery } from './store-recovery.ts'

export const RequestRecoveryForm = z.object({
  email: emailInput,
  recovery_code: codeInput.min(1, 'Enter one of your recovery codes.'),
  /** Authenticator code; may be empty in a trusted browser. */
  code: codeInput.nullish(),
})

type RequestForm = z.output<typeof RequestRecoveryForm>

interface RequestedRecovery {
  /** The secret of the browser's cookie. */
  secret: string
  expiresAt: number
  /** The new secret of the trusted device, if that was the second factor. */
  trust: StartedSession['trust'] | null
}

interface Proof {
  userId: string
  recoveryHashes: string[]
  appCode: string
}

const noMatchMessage = "That doesn't match. Check the address and the codes."

const noMatch = () => new ValidationError({ form: noMatchMessage })

/**
 * Requests a recovery with a recovery code and a second factor, and consumes both in one transaction. With only one of them
 * right nothing is consumed, and the answer is the same as for an unknown address.
 *
 * @throws ValidationError
 */
export async function requestRecovery(
  context: ActionContext,
  origin: RequestOrigin,
  form: RequestForm,
  { afterResponse }: { afterResponse: (task: () => Promise<void>) => void },
): Promise<RequestedRecovery> {
  const { db, config } = context
  rejectRequiredProviderDomain(form.email, config)
  const appCode = form.code ?? ''
  if (appCode === '' && !origin.trustSecrets?.length)
    throw new ValidationError({ code: 'Enter the code from your app.' })
  const userId = await findAccount(db, form.email)
  const recoveryHashes = await hashWithEachSalt(db, userId, form.recovery_code)
  if (userId === null) throw noMatch()

  const proof = { userId, recoveryHashes, appCode }
  const secret = newSecret()
  const result = await inTransaction(db, async (tx) => {
    const verified = await verifyProof(tx, context, origin, proof)
    await revokeOnSecretReuse(tx, context, { ...origin, userId })
    const requested = { userId, browserSecret: secret, ...verified }
    return { ...(await storeRecovery(tx, context, origin, requested)), trust: verified.trust }
  }).catch((error: unknown) => {
    if (error instanceof OnlyCodeMatches) {
      afterResponse(() => countKnownCode(context, origin, userId))
      throw noMatch()
    }
    throw error
  })
  return { secret, ...result }
}

/** Rolls the transaction back, so that the recovery code still works. */
class OnlyCodeMatches extends Error {}

async function findAccount(db: Db, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(hasAddress(emailKey(email)))
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  return found?.id ?? null
}

interface VerifiedProof {
  /** Recovery codes left. */
  left: number
  factor: AccountEvents['recovery.requested']['factor']
  trust: StartedSession['trust'] | null
}

/** Checks both factors even if the first is wrong, so that the response time does not reveal which. @throws ValidationError, OnlyCodeMatches */
async function verifyProof(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { userId, recoveryHashes, appCode }: Proof,
): Promise<VerifiedProof> {
  const { keys, realNow, config } = context
  const account = await lockAccountRow(tx, userId)
  // An additional address does not tell that the primary one belongs to a provider.
  await enforceRequiredProvider(tx, config, userId, null).catch((error: unknown) => {
    throw error instanceof ProviderRequired ? noMatch() : error
  })
  const left = await consumeRecoveryCode(tx, userId, recoveryHashes)
  const isCode = appCode !== ''
  const isCodeValid =
    isCode && (await verifyCode(tx, keys, { userId, code: appCode, realNow })) === 'valid'
  const trust = isCode ? null : await useTrustedDevice(tx, config, { ...origin, userId })
  const isSecondRight = isCodeValid || trust !== null
  if (!account || account.two_factor_enabled_at === null || left === null) throw noMatch()
  if (!isSecondRight) throw new OnlyCodeMatches()
  return { left, factor: isCode ? 'code' : 'trusted-device', trust }
}

/** Counts the failure, and notifies the owner that somebody has one of their recovery codes. */
async function countKnownCode(
  context: ActionContext,
  origin: RequestOrigin,
  userId: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const actor = { ...origin, userId, sessionId: null }
    await countFailedSignIn(tx, userId, origin, 'code')
    await sendSecurityNotice(tx, context, actor, recoveryCodeKnownNotice())
    await revokeOnSecretReuse(tx, context, { ...origin, userId })
  })
}
