import type { AccountEvents } from '#app/account-events.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { countFailedSignIn, flushFailedSignIns } from '#app/platform/auth/record-failed-sign-ins.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, AccountLocked } from '#app/platform/errors.ts'
import { type LockedAccountRow, lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { startSession } from '#app/platform/sessions/sessions.ts'

import type { ChallengeAnswer } from './challenge-form.ts'
import {
  type Challenge,
  consumeChallenge,
  countWrongAnswer,
  isFirstFactorUnchanged,
} from './challenge.ts'
import { firstWrongCodeNotice, wrongCodeNoticeInterval } from './limits.ts'
import { recoveryCodeUsedNotice, wrongCodesNotice } from './notices.mail.ts'
import { consumeRecoveryCode, possibleHashes } from './recovery-codes.ts'
import { codeMessages, verifyCode } from './verify-code.ts'

/**
 * Verifies the second factor and starts the session.
 *
 * @returns null when the challenge is over
 * @throws ValidationError when the answer is wrong
 */
export async function completeChallenge(
  context: ActionContext,
  origin: RequestOrigin,
  challenge: Challenge,
  answer: ChallengeAnswer,
): Promise<{ secret: string } | null> {
  const hashedAnswer =
    'code' in answer
      ? answer
      : { recoveryHashes: await possibleHashes(context.db, challenge.userId, answer.recovery_code) }
  try {
    return await inTransaction(context.db, (tx) =>
      completeInTransaction(tx, context, origin, { challenge, answer: hashedAnswer }),
    )
  } catch (error) {
    // A wrong answer rolled its transaction back, so it is counted in a new one.
    if (!(error instanceof ValidationError) || error instanceof AccountLocked) throw error
    const isChallengeOver = await countFailure(context, origin, challenge)
    if (isChallengeOver) return null
    throw error
  }
}

type HashedAnswer = { code: string } | { recoveryHashes: string[] }

async function completeInTransaction(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { challenge, answer }: { challenge: Challenge; answer: HashedAnswer },
): Promise<{ secret: string } | null> {
  const { userId, remembered } = challenge
  const user = await lockAccountRow(tx, userId)
  if (!user) return null
  if (!(await isFirstFactorUnchanged(tx, context.keys, challenge, user.password_hash))) return null
  if (!(await consumeChallenge(tx, challenge, context.now))) return null

  const codeMethod = await verifyAnswer(tx, context, origin, { user, answer })
  const method = challenge.linkedAccountId === null ? codeMethod : 'provider-code'
  await flushFailedSignIns(tx, userId, origin)
  return startSession(tx, context, { ...origin, userId, method, remembered })
}

type SignInMethod = AccountEvents['session.started']['method']

async function verifyAnswer(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { user, answer }: { user: LockedAccountRow; answer: HashedAnswer },
): Promise<SignInMethod> {
  const { keys, realNow } = context
  if ('code' in answer) {
    const result = await verifyCode(tx, keys, { userId: user.id, code: answer.code, realNow })
    if (result !== 'valid') throw new ValidationError({ code: codeMessages[result] })
    return 'code'
  }

  const remaining = await consumeRecoveryCode(tx, user.id, answer.recoveryHashes)
  if (remaining === null) {
    throw new ValidationError({
      recovery_code: "That code isn't right, or it was already used. Enter another one.",
    })
  }
  const actor = { ...origin, userId: user.id, sessionId: null }
  await recordEvent(tx, actor, 'recovery-code.used', { left: remaining })
  await sendSecurityNotice(tx, context, actor, recoveryCodeUsedNotice(remaining))
  return 'recovery-code'
}

/**
 * Counts a wrong code for the challenge and for the account. The sender passed the first factor, so the owner is notified.
 *
 * @returns whether the challenge is over
 */
async function countFailure(
  context: ActionContext,
  origin: RequestOrigin,
  challenge: Challenge,
): Promise<boolean> {
  const { userId } = challenge
  return inTransaction(context.db, async (tx) => {
    const user = await lockAccountRow(tx, userId)
    if (!user) return true
    const isChallengeOver = await countWrongAnswer(tx, challenge)
    await countFailedSignIn(tx, userId, origin, 'code')
    const { two_factor_wrong_count: count } = await tx
      .updateTable('users')
      .set(({ eb }) => ({ two_factor_wrong_count: eb('two_factor_wrong_count', '+', 1) }))
      .where('id', '=', userId)
      .returning('two_factor_wrong_count')
      .executeTakeFirstOrThrow()
    if (count === firstWrongCodeNotice || count % wrongCodeNoticeInterval === 0) {
      await sendSecurityNotice(
        tx,
        context,
        { ...origin, userId, sessionId: null },
        wrongCodesNotice(count),
      )
    }
    return isChallengeOver
  })
}
