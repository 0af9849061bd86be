import type { FastifyReply, FastifyRequest } from 'fastify'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import type { App } from '#app/http/server/app-type.ts'
import { requireCurrentPassword } from '#app/platform/auth/require-current-password.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { RateLimitKey } from '#app/platform/rate-limit/rate-limit-key.ts'
import { isKnownDeviceOfAccount } from '#app/platform/sessions/known-devices.ts'
import { sessionEndedByGuessingNotice } from '#app/platform/sessions/session-ended-by-guessing.mail.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'

import { requireConfirmation } from './guards.ts'
import { passwordLimits, wrongPasswordsPerSession } from './limits.ts'
import { clearAttempts, rateLimit, type Attempt } from './rate-limit.ts'

/** An attempt at the signed-in user's password. All forms that ask for it share one counter. */
export function passwordAttempt({ db }: Pick<App, 'db'>, userId: string, field: string): Attempt {
  return {
    action: 'confirm',
    accountKey: userId,
    limits: passwordLimits,
    field,
    isKnownDevice: (account, device) => isKnownDeviceOfAccount(db, account, device),
  }
}

/**
 * Runs a check of the signed-in user's credentials under rate limits. Too many wrong attempts end the session, as it is
 * probably stolen, and notify the owner. A check that also rejects other fields always reports wrong credentials with them.
 *
 * @throws TooManyRequests, NotSignedIn once the session has been ended, and whatever the check throws
 */
export async function withAttemptLimit<T>(
  app: App,
  { request, reply, attempt }: { request: FastifyRequest; reply: FastifyReply; attempt: Attempt },
  check: () => Promise<T>,
): Promise<T> {
  await rateLimit(app, request, attempt)
  try {
    const result = await check()
    await clearAttempts(app, request, attempt)
    await app.limits.clear(wrongAttemptsKey(request.actor().sessionId))
    return result
  } catch (error) {
    if (error instanceof ValidationError) {
      if (error.fields[attempt.field ?? '']) await countWrongAttempt(app, request, reply)
      // The credentials were right, only another field was not: a weak new password is no guess.
      else await clearAttempts(app, request, attempt)
    }
    throw error
  }
}

/**
 * For routes whose form accepts the password in place of a recent confirmation.
 *
 * @throws ValidationError when the password is wrong; ConfirmationRequired without a password or recent confirmation
 */
export async function requirePasswordOrConfirmation(
  app: App,
  { request, reply, password, level }: PasswordOrConfirmation,
): Promise<void> {
  if (password === undefined) return requireConfirmation(request, level)
  const actor = request.actor()
  const attempt = passwordAttempt(app, actor.userId, 'password')
  await withAttemptLimit(app, { request, reply, attempt }, () =>
    requireCurrentPassword(app, actor, password),
  )
}

interface PasswordOrConfirmation {
  request: FastifyRequest
  reply: FastifyReply
  password: string | undefined
  level: ConfirmationLevel
}

const wrongAttemptsKey = (sessionId: string): RateLimitKey => `session:wrong:${sessionId}`

async function countWrongAttempt(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const actor = request.actor()
  const limit = wrongPasswordsPerSession
  const { allowed } = await app.limits.hit(wrongAttemptsKey(actor.sessionId), limit)
  if (allowed) return
  const end = { by: 'system', why: 'guessing' } as const
  await inTransaction(app.db, async (tx) => {
    // Of concurrent attempts only one ends the session, so the owner gets one mail.
    if (await endSession(tx, actor, actor.sessionId, end))
      await sendSecurityNotice(
        tx,
        request.context(),
        actor,
        sessionEndedByGuessingNotice(limit.limit + 1),
      )
  })
  reply.signOut()
  throw new NotSignedIn()
}
