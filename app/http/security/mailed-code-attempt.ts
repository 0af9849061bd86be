import type { FastifyReply, FastifyRequest } from 'fastify'

import { codeGuessLimits } from '#app/email-codes/limits.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import {
  checkMailedCode,
  type CodeRequest,
  consumeMailedCode,
  type MailedCode,
  wrongCodeMessage,
} from '#app/platform/auth/mailed-codes.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import {
  isKnownDeviceOfAccount,
  isKnownDeviceOfAddress,
} from '#app/platform/sessions/known-devices.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { browserId } from './browser-id.ts'
import { type Attempt, clearAttempts, rateLimit } from './rate-limit.ts'

interface EnteredCode extends Pick<CodeRequest, 'purpose'> {
  email: string
  code: string
}

/**
 * Checks a code from a mail, without consuming it. Guesses at all codes of an address are counted together, and those at all
 * addresses of an account.
 *
 * @throws ValidationError with one message for every reason, whether the address has an account or not
 */
export async function checkEnteredCode(
  app: App,
  request: FastifyRequest,
  { purpose, email, code }: EnteredCode,
): Promise<MailedCode> {
  const { db, keys, config } = app
  if (!config.emailCodes) throw new NotFound()
  const key = emailKey(email)
  const attempt: Attempt = {
    action: 'mailed-code',
    accountKey: key,
    limits: codeGuessLimits,
    field: 'code',
    isKnownDevice: (account, device) => isKnownDeviceOfAddress(db, account, device),
  }
  await rateLimit(app, request, attempt)
  const ofAccount = await attemptAtAccount(app, key)
  await rateLimit(app, request, ofAccount).catch(wrongCode)
  const guess = { purpose, emailKey: key, browser: browserId(request), code, now: request.now }
  const found = await checkMailedCode(db, keys, guess)
  if (!found) return wrongCode()
  await clearAttempts(app, request, attempt)
  await clearAttempts(app, request, ofAccount)
  return found
}

/** An attempt at the codes of the whole account. Its limit is reported as a wrong code, so as not to reveal which addresses belong together. */
async function attemptAtAccount({ db }: App, key: string): Promise<Attempt> {
  const owner = await emailOwner(db, key)
  return {
    action: 'mailed-code-of-account',
    accountKey: owner?.id ?? key,
    limits: { ...codeGuessLimits, perIpAndAccount: [] },
    isKnownDevice: (account, device) => isKnownDeviceOfAccount(db, account, device),
  }
}

function wrongCode(): never {
  throw new ValidationError({ code: wrongCodeMessage })
}

/** Exchanges an entered code for its mailed link, and redirects there. @throws ValidationError */
export async function openLinkByCode(
  app: App,
  {
    request,
    reply,
    entered,
  }: { request: FastifyRequest; reply: FastifyReply; entered: EnteredCode },
): Promise<FastifyReply> {
  const path = await redeemEnteredCode(app, request, entered)
  return respond(reply, { json: { url: path }, to: path })
}

/** Consumes a code that stands for a mailed link. @returns its payload. @throws ValidationError */
export async function redeemEnteredCode(
  app: App,
  request: FastifyRequest,
  entered: EnteredCode,
): Promise<string> {
  const { payload, ...found } = await checkEnteredCode(app, request, entered)
  if (payload === null || !(await consumeMailedCode(app.db, found, request.now))) return wrongCode()
  return payload
}
