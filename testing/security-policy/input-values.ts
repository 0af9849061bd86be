import { dictionary } from '@zxcvbn-ts/language-common'

import { readTimeoutMs } from '#app/http/server/stalled-clients.ts'
import { maxUserAgentLength } from '#app/http/session/session.ts'
import { maxCredentialBytes } from '#app/passkeys/passkey-forms.ts'
import { maxPasskeys } from '#app/passkeys/register-passkey.ts'
import { minNameLength } from '#app/platform/auth/password-rules.ts'
import type { Config } from '#app/platform/config/config.ts'
import * as email from '#app/platform/validation/email-address.ts'
import { maxNameLength, maxUncomposedLength } from '#app/platform/validation/name-rules.ts'
import { maxPassword } from '#app/platform/validation/password-length.ts'
import { maxDecodedBytes } from '#app/profile-photo/process-photo.ts'
import { maxMegapixels, photoSizes } from '#app/profile-photo/process-photo.ts'
import { maxPhotoMegabytes } from '#app/profile-photo/profile-photo.ts'
import { maxBodyBytes, parseLimits, requestTimeoutMs } from '#app/server/create-server.ts'
import { codeBytes, recoveryCodeCount } from '#app/two-factor/recovery-codes.ts'
import { codeForStep, matchingStep } from '#app/two-factor/totp.ts'

import { duration, kilobytes } from './duration.ts'

const seed = Buffer.alloc(20, 1)

/** Limits of accepted input. */
export function inputValues(
  { passwordMinLength }: Config,
  passwordMinLengthRange: string,
): Record<string, string[]> {
  return {
    Name: [`1 to ${maxNameLength} characters`, `more than ${maxUncomposedLength} characters`],
    'Email address': [`at most ${email.maxBytes} bytes`, `${email.maxLocalBytes} before the`],
    'New password': [`at least ${passwordMinLength} characters`, passwordMinLengthRange],
    'Any password': [`${maxPassword.codePoints} characters`, `${maxPassword.bytes} bytes`],
    'Words a password must not contain': [`${minNameLength} or more`],
    'Common passwords': [`${Math.floor(dictionary['passwords-common'].length / 1000)},000`],
    'Authenticator code': [
      `${codeForStep(seed, 1).length} digits`,
      '30 seconds',
      `${codeDrift()} step`,
    ],
    'Recovery codes': [`${recoveryCodeCount} codes`, `${codeBytes * 8} random bits`],
    'Passkeys of an account': [`at most ${maxPasskeys}`, `1 to ${maxNameLength} characters`],
    'WebAuthn response': [kilobytes(maxCredentialBytes)],
    Photo: [
      `${maxPhotoMegabytes} MB`,
      `${maxMegapixels} megapixels`,
      `${maxDecodedBytes / 1_000_000} MB decoded`,
      `${photoSizes.join(' and ')} pixels`,
    ],
    'Any other body': [kilobytes(maxBodyBytes)],
    Parameters: [
      `at most ${parseLimits.parameterLimit}`,
      `${parseLimits.depth} levels`,
      `${parseLimits.arrayLimit} items`,
    ],
    'Receiving a request': [duration(requestTimeoutMs)],
    'Sending a response': [`${readTimeoutMs / 1000} to ${duration(2 * readTimeoutMs)}`],
    'User agent': [`${maxUserAgentLength} characters`],
  }
}

/** How many steps early or late a code is accepted. */
function codeDrift(): number {
  const steps = [0, 1, 2, 3]
  const isAccepted = (step: number) =>
    matchingStep(seed, codeForStep(seed, 100 + step), 100 * 30_000) !== null
  return Math.max(...steps.filter((step) => isAccepted(step) && isAccepted(-step)))
}
