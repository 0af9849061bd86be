import type { AccountEvents } from '#app/events.ts'
import type { Origin } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid, Locked } from '#app/platform/errors.ts'
import { type Held, holdAccount } from '#app/platform/hold-account.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { countRefusal, settleRefusals } from '#app/platform/refusals.ts'
import { startSession } from '#app/platform/sessions.ts'

import type { Answer } from './answer.ts'
import { type Challenge, consumeChallenge, countWrongAnswer, isSamePassword } from './challenge.ts'
import { recoveryCodeUsedNotice, wrongCodesNotice } from './notices.mail.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { codeSentences, useCode } from './use-code.ts'

/**
 * Opens the session that the password alone did not.
 *
 * @returns null when the challenge is over
 * @throws Invalid when the answer is wrong
 */
export async function passChallenge(
  means: Means,
  origin: Origin,
  challenge: Challenge,
  answer: Answer,
): Promise<{ secret: string } | null> {
  try {
    return await inTransaction(means.db, (tx) => pass(tx, means, origin, { challenge, answer }))
  } catch (error) {
    // A wrong answer has taken back what its transaction did, the challenge's end included; only now is it counted.
    if (!(error instanceof Invalid) || error instanceof Locked) throw error
    const isOver = await refuse(means, origin, challenge)
    if (isOver) return null
    throw error
  }
}

async function pass(
  tx: Tx,
  means: Means,
  origin: Origin,
  { challenge, answer }: { challenge: Challenge; answer: Answer },
): Promise<{ secret: string } | null> {
  const { userId, remembered } = challenge
  const person = await holdAccount(tx, userId)
  if (!person || !isSamePassword(challenge.passwordDigest, person.password_hash)) return null
  if (!(await consumeChallenge(tx, challenge, means.now))) return null

  const method = await check(tx, means, origin, { person, answer })
  await settleRefusals(tx, userId, origin)
  return startSession(tx, means, { ...origin, userId, method, remembered })
}

type Method = AccountEvents['session.started']['method']

async function check(
  tx: Tx,
  means: Means,
  origin: Origin,
  { person, answer }: { person: Held; answer: Answer },
): Promise<Method> {
  const { keys, phoneTime } = means
  if ('code' in answer) {
    const verdict = await useCode(tx, keys, { userId: person.id, code: answer.code, phoneTime })
    if (verdict !== 'right') throw new Invalid({ code: codeSentences[verdict] })
    return 'code'
  }

  const left = await useRecoveryCode(tx, person.id, answer.recovery_code)
  if (left === null) {
    throw new Invalid({ recovery_code: 'That is not one of your codes, or it has been used.' })
  }
  const account = { ...origin, userId: person.id, sessionId: null }
  await record(tx, account, 'recovery-code.used', { left })
  await sendSecurityNotice(tx, means, account, recoveryCodeUsedNotice(left))
  return 'recovery-code'
}

const firstMailAt = 3
const nextMailsEvery = 20

/**
 * Wrong codes count for the person, however many challenges they are spread over. Whoever sends them knows the password:
 * the owner is told.
 *
 * @returns whether the challenge is over
 */
async function refuse(means: Means, origin: Origin, challenge: Challenge): Promise<boolean> {
  const { userId } = challenge
  return inTransaction(means.db, async (tx) => {
    const person = await holdAccount(tx, userId)
    if (!person) return true
    const isOver = await countWrongAnswer(tx, challenge)
    await countRefusal(tx, userId, origin, 'code')
    const { two_factor_wrong_count: count } = await tx
      .updateTable('users')
      .set(({ eb }) => ({ two_factor_wrong_count: eb('two_factor_wrong_count', '+', 1) }))
      .where('id', '=', userId)
      .returning('two_factor_wrong_count')
      .executeTakeFirstOrThrow()
    if (count === firstMailAt || count % nextMailsEvery === 0) {
      await sendSecurityNotice(
        tx,
        means,
        { ...origin, userId, sessionId: null },
        wrongCodesNotice(count),
      )
    }
    return isOver
  })
}
