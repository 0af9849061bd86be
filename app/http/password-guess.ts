import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { askForConfirmation } from '#app/http/guards.ts'
import { forgive, type Limits, throttle, type Try } from '#app/http/throttle.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { minute } from '#app/platform/durations.ts'
import { Invalid, NotSignedIn } from '#app/platform/errors.ts'
import { guessingEndedNotice } from '#app/platform/guessing-ended.mail.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { provePassword } from '#app/platform/prove-password.ts'
import { endSession } from '#app/platform/sessions.ts'

const limits: Limits = {
  address: [60, minute],
  pair: [
    [5, minute],
    [20, 60 * minute],
  ],
  account: [60, 60 * minute],
}
/** So many wrong ones within an hour a session survives. */
const survived = { limit: 9, windowMs: 60 * minute }

/** A try at the password of the account that is signed in here. Wherever it is asked for, the tries are counted together. */
export function passwordGuess(userId: string, field: string): Try {
  return { what: 'confirm', account: userId, limits, field }
}

/**
 * Runs what checks whether the person is who is signed in here. A session that goes on guessing is somebody else's: it is
 * ended, and the owner told.
 *
 * @throws TooMany, NotSignedIn, and whatever the check throws
 */
export async function guess<T>(
  app: App,
  { request, reply, attempt }: { request: FastifyRequest; reply: FastifyReply; attempt: Try },
  check: () => Promise<T>,
): Promise<T> {
  await throttle(app, request, attempt)
  try {
    const result = await check()
    await forgive(app, request, attempt)
    await app.limits.clear(wrongIn(request.account().sessionId))
    return result
  } catch (error) {
    const isWrong = error instanceof Invalid && error.fields[attempt.field ?? '']
    if (isWrong) await countWrong(app, request, reply)
    throw error
  }
}

/**
 * For routes that take the password, in the form itself, in place of a recent confirmation.
 *
 * @throws Invalid when the password is wrong, NotConfirmed when none came and the last confirmation is older than so many minutes
 */
export async function askWhoItIs(
  app: App,
  { request, reply, typed, minutes }: Asking,
): Promise<void> {
  if (typed === undefined) return askForConfirmation(request, minutes)
  const account = request.account()
  const attempt = passwordGuess(account.userId, 'password')
  await guess(app, { request, reply, attempt }, () => provePassword(app.db, account, typed))
}

interface Asking {
  request: FastifyRequest
  reply: FastifyReply
  typed: string | undefined
  minutes: number
}

const wrongIn = (sessionId: string) => `wrong:${sessionId}`

async function countWrong(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const account = request.account()
  const { allowed } = await app.limits.hit(wrongIn(account.sessionId), survived)
  if (allowed) return
  const end = { by: 'system', why: 'guessing' } as const
  await inTransaction(app.db, async (tx) => {
    // Of many guesses at the same moment one ends it, and its owner hears once.
    if (await endSession(tx, account, account.sessionId, end))
      await sendSecurityNotice(tx, request.means(), account, guessingEndedNotice())
  })
  reply.signOut()
  throw new NotSignedIn()
}
