import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { countFailedSignIn } from '#app/platform/auth/record-failed-sign-ins.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Refused, ValidationError } from '#app/platform/errors.ts'
import { type LockedAccountRow, lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { StartedSession } from '#app/platform/sessions/start-session.ts'

import type { ChallengeAnswer } from './challenge-form.ts'
import { firstWrongCodeNotice, wrongCodeNoticeInterval } from './limits.ts'
import { recoveryCodeUsedNotice, wrongCodesNotice } from './notices.mail.ts'
import { type PendingSignIn, countWrongAnswer } from './pending-sign-in.ts'
import { consumeRecoveryCode, hashWithEachSalt } from './recovery-codes.ts'
import { passChallenge, startChallengedSession } from './start-challenged-session.ts'
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
  challenge: PendingSignIn,
  { answer, trustsDevice }: { answer: ChallengeAnswer; trustsDevice: boolean },
): Promise<StartedSession | null> {
  const hashedAnswer =
    'code' in answer
      ? answer
      : {
          recoveryHashes: await hashWithEachSalt(
            context.db,
            challenge.userId,
            answer.recovery_code,
          ),
        }
  try {
    return await inTransaction(context.db, (tx) =>
      completeInTransaction(tx, context, origin, {
        challenge,
        answer: hashedAnswer,
        trustsDevice,
      }),
    )
  } catch (error) {
    // A wrong answer rolled its transaction back, so it is counted in a new one.
    const isWrongAnswer = error instanceof ValidationError && !(error instanceof Refused)
    if (!isWrongAnswer) throw error
    const isChallengeOver = await countFailure(context, origin, challenge)
    if (isChallengeOver) return null
    throw error
  }
}

type HashedAnswer = { code: string } | { recoveryHashes: string[] }

interface HashedForm {
  challenge: PendingSignIn
  answer: HashedAnswer
  trustsDevice: boolean
}

async function completeInTransaction(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { challenge, answer, trustsDevice }: HashedForm,
): Promise<StartedSession | null> {
  const user = await lockAccountRow(tx, challenge.userId)
  if (!user || !(await passChallenge(tx, context, { challenge, user }))) return null
  const factor = await verifyAnswer(tx, context, origin, { user, answer })
  return startChallengedSession(tx, context, origin, { challenge, factor, trustsDevice })
}

async function verifyAnswer(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { user, answer }: { user: LockedAccountRow; answer: HashedAnswer },
): Promise<'code' | 'recovery-code'> {
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
  challenge: PendingSignIn,
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
