import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { maxCodeGuesses } from '#app/platform/auth/limits.ts'
import {
  checkMailedCode,
  consumeMailedCode,
  type MailedCode,
} from '#app/platform/auth/mailed-codes.ts'
import { countFailedSignIn, flushFailedSignIns } from '#app/platform/auth/record-failed-sign-ins.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { type StartedSession, startSession } from '#app/platform/sessions/start-session.ts'
import {
  type PendingSignIn,
  consumePendingSignIn,
  countWrongAnswer,
  isFirstFactorUnchanged,
} from '#app/two-factor/two-factor.ts'

import { deviceCodeRecipient } from './device-code-recipient.ts'
import { codePurpose } from './send-device-code.ts'

const wrongDeviceCodeMessage = "That code isn't right. Enter the one from our newest email."

/**
 * Starts the session of a sign-in on a new device, after its mailed code.
 *
 * @returns why it is over: completed elsewhere or expired, or after too many wrong codes
 * @throws ValidationError when the code is wrong
 */
export async function completeDeviceSignIn(
  context: ActionContext,
  origin: RequestOrigin,
  challenge: PendingSignIn,
  code: string,
): Promise<StartedSession | 'expired' | 'too-many-codes'> {
  const { db, keys, now } = context
  const emailKey = challenge.emailKey ?? ''
  const request = { purpose: codePurpose, emailKey, browser: challenge.id } as const
  const found = await checkMailedCode(db, keys, { ...request, code, now })
  if (found) return openSession(context, origin, challenge, found)
  if (await countWrongCode(context, origin, challenge)) return 'too-many-codes'
  throw new ValidationError({ code: wrongDeviceCodeMessage })
}

async function openSession(
  context: ActionContext,
  origin: RequestOrigin,
  challenge: PendingSignIn,
  code: MailedCode,
): Promise<StartedSession | 'expired'> {
  const { userId, remembered } = challenge
  const { db, keys, now } = context
  return inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, userId)
    if (!user) return 'expired'
    if (!(await isFirstFactorUnchanged(tx, keys, challenge, user.password_hash))) return 'expired'
    if (!(await consumePendingSignIn(tx, challenge, now))) return 'expired'
    if (!(await consumeMailedCode(tx, code, now))) return 'expired'
    await flushFailedSignIns(tx, userId, origin)
    const method = 'device-code'
    // If the code went to another address, the primary one has had no notice.
    const isNoticed = (await deviceCodeRecipient(tx, challenge))?.isPrimary === true
    const session = { ...origin, userId, method, remembered, isNoticed } as const
    return startSession(tx, context, session)
  })
}

/** @returns whether the sign-in is over */
function countWrongCode(
  { db }: ActionContext,
  origin: RequestOrigin,
  challenge: PendingSignIn,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockAccountRow(tx, challenge.userId))) return true
    const isOver = await countWrongAnswer(tx, challenge, maxCodeGuesses)
    await countFailedSignIn(tx, challenge.userId, origin, 'code')
    return isOver
  })
}
