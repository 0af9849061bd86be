import type { Attribute } from '#app/attributes.ts'

import type { Config } from './config/config.ts'
import type { Keyring } from './crypto/keyring.ts'
import type { Db } from './db/connect.ts'
import type { MailWriter } from './mail/mail-writer.ts'
import type { RateLimits } from './rate-limit/rate-limits.ts'

/** The services of an action that also sends mail or encrypts data. */
export interface ActionContext {
  db: Db
  keys: Keyring
  mailWriter: MailWriter
  limits: RateLimits
  attributes: readonly Attribute[]
  config: Pick<
    Config,
    | 'requireTwoFactor'
    | 'singleSession'
    | 'newDeviceCode'
    | 'trustedDeviceDays'
    | 'recoveryWaitHours'
    | 'passwordHistory'
    | 'sessionLengths'
    | 'confirmationMinutes'
    | 'providers'
    | 'requireProvider'
    | 'registration'
    | 'allowedEmailDomains'
    | 'deniedEmailDomains'
    | 'rejectsDisposableEmail'
    | 'teams'
    | 'admin'
  >
  /** Unix milliseconds of this request. */
  now: number
  /** Unix milliseconds of real time, even with the test clock: authenticator apps use it for their codes. */
  realNow: number
}
