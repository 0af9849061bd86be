import { queryLimits } from '@foyer/named-routes'
import { dictionary } from '@zxcvbn-ts/language-common'

import { maxFileBytes, maxRows } from '#app/cli/parse-accounts.ts'
import {
  requestTimeoutMs,
  slowReaderTimeoutMs,
  slowReadLimits,
  maxBodyBytes,
} from '#app/http/server/request-limits.ts'
import { maxUserAgentLength } from '#app/http/session/limits.ts'
import { maxPasskeys, maxCredentialBytes } from '#app/passkeys/limits.ts'
import { maxForeignCosts } from '#app/platform/auth/foreign-hash.ts'
import { maxWorkFactor } from '#app/platform/auth/password-hash.ts'
import { minNameLength } from '#app/platform/auth/password-rules.ts'
import type { Config } from '#app/platform/config/config.ts'
import * as email from '#app/platform/validation/email-address.ts'
import { maxNameLength, maxUncomposedLength } from '#app/platform/validation/name-rules.ts'
import { maxPassword } from '#app/platform/validation/password-length.ts'
import { maxPhotoMegabytes, maxMegapixels, maxDecodedBytes } from '#app/profile-photo/limits.ts'
import { photoSizes } from '#app/profile-photo/process-photo.ts'
import { recoveryCodeCount, recoveryCodeLength } from '#app/two-factor/limits.ts'
import { codeForStep, matchingStep } from '#app/two-factor/totp.ts'

import { duration, kilobytes } from './duration.ts'

const seed = Buffer.alloc(20, 1)

/** Limits of accepted input. */
export function inputValues(
  { passwordMinLength, passwordHistory }: Config,
  rangeOf: (setting: string) => string,
): Record<string, string[]> {
  return {
    Name: [`1 to ${maxNameLength} characters`, `more than ${maxUncomposedLength} characters`],
    'Email address': [`at most ${email.maxBytes} bytes`, `${email.maxLocalBytes} before the`],
    'New password': [`at least ${passwordMinLength} characters`, rangeOf('PASSWORD_MIN_LENGTH')],
    'Any password': [`${maxPassword.codePoints} characters`, `${maxPassword.bytes} bytes`],
    'Words a password must not contain': [`${minNameLength} or more`],
    'Common passwords': [`${Math.floor(dictionary['passwords-common'].length / 1000)},000`],
    'Previous passwords': [rangeOf('PASSWORD_HISTORY'), `by default ${passwordHistory}`],
    'Imported hashes': [
      `cost ${maxForeignCosts.bcrypt}`,
      `N · r · p = ${maxForeignCosts.scrypt.toLocaleString('en')}`,
      `${maxForeignCosts.pbkdf2.toLocaleString('en')} iterations`,
      `${maxWorkFactor.toLocaleString('en')} KiB`,
    ],
    Import: [`${maxRows.toLocaleString('en')} accounts`, `${maxFileBytes / 1_000_000} MB per file`],
    'Authenticator code': [
      `${codeForStep(seed, 1).length} digits`,
      '30 seconds',
      `${codeDrift()} step`,
    ],
    'Recovery codes': [
      `${recoveryCodeCount} codes`,
      `${recoveryCodeLength} characters`,
      `${recoveryCodeLength * 5} random bits`,
    ],
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
      `at most ${queryLimits.parameterLimit}`,
      `${queryLimits.depth} levels`,
      `${queryLimits.arrayLimit} items`,
    ],
    'Receiving a request': [duration(requestTimeoutMs)],
    'Sending a response': [
      `${slowReaderTimeoutMs / 1000} to ${duration(2 * slowReaderTimeoutMs)}`,
      `${slowReadLimits.bytesPerSecond} bytes per second after ${duration(slowReadLimits.graceMs)}`,
    ],
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
